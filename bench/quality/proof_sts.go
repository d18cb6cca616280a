package quality

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"asterism/models"
)

// stsPair is two sentences that people have given a score of similarity.
type stsPair struct {
	genre         string
	score         float64 // 0…5 in the STS benchmark; only the order counts
	first, second string
}

// readSTS reads pairs in the form of the STS benchmark: one a line, with tabs between genre, file, year, number, score, first
// and second sentence, and no quoting; further columns name sources and are left out. The error names the line.
func readSTS(r io.Reader) ([]stsPair, error) {
	var out []stsPair
	err := numberedLines(r, func(_ int, line string) error {
		f := strings.Split(line, "\t")
		if len(f) < 7 {
			return fmt.Errorf("%d columns with tabs between, want at least 7: genre, file, year, number, score, sentence, sentence", len(f))
		}
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil || math.IsNaN(score) || math.IsInf(score, 0) {
			return fmt.Errorf("score %q in column 5 is not a number", f[4])
		}
		if strings.TrimSpace(f[5]) == "" || strings.TrimSpace(f[6]) == "" {
			return fmt.Errorf("sentence in column 6 or 7 is empty")
		}
		out = append(out, stsPair{f[0], score, f[5], f[6]})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("there are no pairs")
	}
	return out, err
}

// prefixes are the shorter vectors that E1's training looks after as well.
var prefixes = []int{64, 128, 256, 512}

// semanticGoal is what issue and card promise of E1 on STS-B dev.
const semanticGoal = .78

// semantic: E1's order of sentence pairs is people's, with the whole vector and with its first numbers alone.
func (b *prover) semantic(ctx context.Context) ([]proof, error) {
	pairs, err := readFile(b.path("stsb", "sts-dev.csv"), readSTS)
	if err != nil {
		return nil, err
	}
	first, second, gold := columns(pairs)
	q, m, err := b.oneSpace(ctx, models.Semantic, first, second)
	if err != nil {
		return nil, err
	}
	correlation := func(n int) float64 {
		cosines := make([]float64, len(q))
		for i := range q {
			cosines[i] = prefixCosine(q[i].Dense, m[i].Dense, n)
		}
		return spearman(cosines, gold)
	}
	whole := proof{Space: models.Semantic, Name: "stsb.e1.spearman", What: "STS-B dev Spearman", Unit: "correlation",
		Value: correlation(models.Semantic.Info().Width), Sentence: fmt.Sprintf("%d pairs", len(pairs)), Card: "STS-B dev Spearman"}
	out := []proof{whole.atLeast(semanticGoal)}
	for _, n := range prefixes {
		what := fmt.Sprintf("STS-B dev Spearman, first %d numbers", n)
		out = append(out, proof{Space: models.Semantic, Name: fmt.Sprintf("stsb.e1_%d.spearman", n), What: what, Unit: "correlation", Value: correlation(n), Card: what})
	}
	return out, nil
}

// captions: E10 orders what pictures show better than E1.
func (b *prover) captions(ctx context.Context) ([]proof, error) {
	pairs, err := readFile(b.path("stsb", "sts-dev.csv"), readSTS)
	if err != nil {
		return nil, err
	}
	shown := pairs[:0:0]
	for _, p := range pairs {
		if p.genre == "main-captions" {
			shown = append(shown, p)
		}
	}
	ours, plain, judged, err := b.rankOf(ctx, shown)
	if err != nil {
		return nil, err
	}
	all, _, _, err := b.rankOf(ctx, pairs)
	if err != nil {
		return nil, err
	}
	captions := proof{Space: models.Multimodal, Name: "proof.E10.captions_spearman", What: "STS-B dev captions Spearman", Unit: "correlation",
		Value: ours, Sentence: fmt.Sprintf("%d of %d pairs of genre main-captions have a value", judged, len(shown)), Card: "STS-B dev captions Spearman"}
	return []proof{
		captions.above("E1", plain),
		{Space: models.Multimodal, Name: "proof.E10.stsb_spearman", What: "STS-B dev Spearman, all genres", Unit: "correlation", Value: all, Card: "STS-B dev Spearman, all genres"},
	}, nil
}

// rankOf is the rank correlation of E10's similarities with people's scores, and of E1's, over the pairs that E10 has a value for.
func (b *prover) rankOf(ctx context.Context, pairs []stsPair) (ours, plain float64, judged int, err error) {
	first, second, gold := columns(pairs)
	seen, err := b.cosines(ctx, models.Multimodal, first, second)
	if err != nil {
		return 0, 0, 0, err
	}
	meant, err := b.cosines(ctx, models.Semantic, first, second)
	if err != nil {
		return 0, 0, 0, err
	}
	of, told := known(seen, gold)
	_, likewise := known(seen, meant)
	return spearman(of, told), spearman(likewise, told), len(of), nil
}

// columns are the pairs as lists.
func columns(pairs []stsPair) (first, second []string, score []float64) {
	for _, p := range pairs {
		first, second, score = append(first, p.first), append(second, p.second), append(score, p.score)
	}
	return first, second, score
}
