package quality

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// passage is a paragraph of a page of this project.
type passage struct{ page, text string }

// readPassages reads a table of two columns with a header: page, text.
func readPassages(r io.Reader) (out []passage, err error) {
	rows, err := readTable(r, "page", "text")
	for _, row := range rows {
		out = append(out, passage{row[0], row[1]})
	}
	return out, err
}

// passagePairs is how many pairs of passages the spaces are compared over.
const passagePairs = 1500

// mostAlike are the greatest correlations with E1 that the dense spaces may have. Above them a space adds little to E1.
var mostAlike = []struct {
	space models.Space
	most  float64
}{
	{models.Causal, .85}, {models.Code, .75}, {models.Graph, .60}, {models.Multimodal, .75}, {models.Entity, .60},
}

// independence: the similarities of pairs of passages in each dense space follow E1's only so far (Pearson's correlation). Pairs of which a
// space has no value for one are left out of its figure; how many it has is a row.
func (b *prover) independence(ctx context.Context) ([]proof, error) {
	all, err := readOwn("passages.tsv", readPassages)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.text
	}
	spaces := []models.Space{models.Semantic}
	for _, l := range mostAlike {
		spaces = append(spaces, l.space)
	}
	records, err := b.memories(ctx, texts, spaces...)
	if err != nil {
		return nil, err
	}
	pairs := drawPairs(all)
	plain := pairSimilarities(models.Semantic, records, pairs)
	var out []proof
	for _, l := range mostAlike {
		meant, ours := known(plain, pairSimilarities(l.space, records, pairs))
		code, share := l.space.Code(), float64(len(ours))/float64(len(pairs))
		p := proof{Space: l.space, Name: "independence." + code, What: code + ": correlation with E1 over pairs of passages", Unit: "correlation", Value: pearson(meant, ours),
			Sentence: fmt.Sprintf("%d of %d pairs have a value", len(ours), len(pairs))}
		out = append(out, p.atMost(l.most),
			proof{Space: l.space, Name: "independence." + code + "_present", What: "pairs with a value", Unit: "share", Value: share, Quiet: true})
	}
	return out, nil
}

// drawPairs draws pairs of different passages by a fixed seed, in turn two of one page and two of different pages.
func drawPairs(all []passage) [][2]int {
	pages := map[string][]int{}
	for i, p := range all {
		pages[p.page] = append(pages[p.page], i)
	}
	r := rand.New(rand.NewPCG(23, 5))
	var out [][2]int
	for len(out) < passagePairs {
		a, b := r.IntN(len(all)), r.IntN(len(all))
		same := len(out)%2 == 0
		if same {
			page := pages[all[a].page]
			b = page[r.IntN(len(page))]
		}
		if a != b && (all[a].page == all[b].page) == same {
			out = append(out, [2]int{a, b})
		}
	}
	return out
}

// pairSimilarities compares the two memories of each pair as the store keeps them; NaN where a value is absent.
func pairSimilarities(s models.Space, records []fingerprint.Record, pairs [][2]int) []float64 {
	values := make([]fingerprint.Value, len(records))
	for i := range records {
		values[i] = fingerprint.Unpack(s, &records[i][s])
	}
	out := make([]float64, len(pairs))
	for i, p := range pairs {
		out[i] = fingerprint.Similarity(s, &values[p[0]], &values[p[1]])
	}
	return out
}

// known are the pairs of numbers of which none is NaN.
func known(x, y []float64) (left, right []float64) {
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			left, right = append(left, x[i]), append(right, y[i])
		}
	}
	return left, right
}
