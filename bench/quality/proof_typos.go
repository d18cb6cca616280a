package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/models"
)

// noiseLevels are the shares of letters that are changed, in percent.
var noiseLevels = []int{0, 5, 10, 20}

// Among so many clean texts the misspelt one's own must be found.
const typoTexts = 1000

// typoSources are the sets whose questions are misspelt; those of the other sets fill the thousand up.
var typoSources = []string{"cranfield", "citation-dev"}

// typos: with wrong letters, E9 finds the text that was meant at least as often as every other space does. Some claims of
// citation-dev are one sentence with its citations at other places, which no space tells apart: they keep recall below 1 even without noise.
func (b *prover) typos(ctx context.Context) ([]proof, error) {
	texts, misspelt, err := b.typoTexts()
	if err != nil {
		return nil, err
	}
	spaces := b.embedder.Spaces().Spaces()
	clean, err := b.memories(ctx, texts, spaces...)
	if err != nil {
		return nil, err
	}
	index, err := indexed(clean)
	if err != nil {
		return nil, err
	}
	perSpace := make([]*spaceRows, len(spaces))
	for i, s := range spaces {
		perSpace[i] = newSpaceRows(s, clean)
	}
	var claims, rows []proof
	table := make([][]finding, 0, len(noiseLevels))
	for _, level := range noiseLevels {
		noisy := make([]string, misspelt)
		for i := range noisy {
			noisy[i] = garble(texts[i], float64(level)/100, rand.New(rand.NewPCG(uint64(level), uint64(i))))
		}
		asked, err := b.questions(ctx, noisy, spaces...)
		if err != nil {
			return nil, err
		}
		found := make([]finding, len(spaces))
		for i, h := range perSpace {
			if found[i], err = findOwn(ctx, index, h, asked); err != nil {
				return nil, err
			}
		}
		if level > 0 {
			claims = append(claims, typoClaim(level, spaces, found, len(texts)))
		}
		table = append(table, found)
		for i, s := range spaces {
			rows = append(rows, found[i].rows(s, level)...)
		}
	}
	printTypos(b.out, spaces, table)
	return append(claims, rows...), nil
}

// printTypos prints a line a space: recall@1 at every level, and behind it what is left of the gap that the clean texts have.
func printTypos(w io.Writer, spaces []models.Space, table [][]finding) {
	fmt.Fprintf(w, "  the own text found first, and how much of its lead over other texts is left, with so many letters wrong:\n  %-24s", "")
	for _, level := range noiseLevels {
		fmt.Fprintf(w, "%12d %%", level)
	}
	for i, s := range spaces {
		fmt.Fprintf(w, "\n  %-24s", s)
		for _, found := range table {
			fmt.Fprintf(w, "   %.3f %4.0f %%", found[i].first.value(), 100*found[i].gap/table[0][i].gap)
		}
	}
	fmt.Fprintln(w)
}

// typoTexts are different questions, the first misspelt of which are those of typoSources; without them all are.
func (b *prover) typoTexts() (texts []string, misspelt int, err error) {
	seen := map[string]bool{} // by their words: texts that differ only in signs or capitals cannot be distinguished
	add := func(p *proofSet) {
		for _, q := range p.queries {
			words := strings.Join(plainWords(q.text), " ")
			if len(texts) < typoTexts && !seen[words] {
				seen[words] = true
				texts = append(texts, q.text)
			}
		}
	}
	for _, name := range typoSources {
		p, err := b.set(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		add(p)
	}
	misspelt = len(texts)
	sets, err := b.allSets()
	if err != nil {
		return nil, 0, err
	}
	for _, p := range sets {
		add(p)
	}
	if misspelt == 0 {
		misspelt = len(texts)
	}
	return texts, misspelt, nil
}

// finding is how a space finds texts by their misspelt selves.
type finding struct {
	first share   // the own text is strictly the most similar of all
	gap   float64 // mean similarity to the own text less that to the others
}

func (f finding) rows(s models.Space, level int) []proof {
	return []proof{
		{Space: s, Name: fmt.Sprintf("typos%02d.%s.recall1", level, s.Code()), What: fmt.Sprintf("recall@1 with %d %% of the letters wrong", level), Value: f.first.value(), Unit: "share", Quiet: true},
		{Space: s, Name: fmt.Sprintf("typos%02d.%s.gap", level, s.Code()), What: fmt.Sprintf("own text less other texts with %d %% of the letters wrong", level), Value: f.gap, Unit: "similarity", Quiet: true},
	}
}

// typoClaim compares E9 with the best of the others.
func typoClaim(level int, spaces []models.Space, found []finding, texts int) proof {
	p := proof{Space: models.HDC, Name: fmt.Sprintf("proof.E9.typos%02d_recall1", level), What: fmt.Sprintf("recall@1 with %d %% of the letters wrong", level), Unit: "share"}
	best, name, trials := math.Inf(-1), "", 0
	for i, s := range spaces {
		v := found[i].first.value()
		if s == models.HDC {
			p.Value, trials = v, found[i].first.trials
		} else if v > best {
			best, name = v, s.Code()
		}
	}
	p.Sentence = fmt.Sprintf("%d misspelt questions among %d; the best other space", trials, texts)
	return p.against(name, best, p.Value >= best)
}

// findOwn looks for text i by question i: the first hit of search must be it, and be better than the second. The gap is that of the
// stored values.
func findOwn(ctx context.Context, index *library, h *spaceRows, prints []fingerprint.Fingerprint) (out finding, err error) {
	own, others, right := make([]float64, len(prints)), make([]float64, len(prints)), make([]bool, len(prints))
	err = eachOf(ctx, len(prints), func(i int) error {
		if prints[i][h.space].Absent() {
			own[i], others[i] = math.NaN(), math.NaN()
			return nil
		}
		similar, err := h.similarities(&prints[i][h.space])
		if err != nil {
			return err
		}
		own[i], others[i] = ownAndOthers(similar, i)
		found, err := index.index.Search(ctx, &search.Question{Values: prints[i], Weights: alone(h.space), TopK: 2})
		if err != nil {
			return err
		}
		right[i] = foundOwn(found.Hits, h.space, i)
		return nil
	})
	for _, r := range right {
		out.first.count(r)
	}
	out.gap = meanOf(present(own)) - meanOf(present(others))
	return out, err
}

// foundOwn reports whether the best hit is text i and no other is as similar.
func foundOwn(hits []search.Hit, s models.Space, i int) bool {
	if len(hits) == 0 || placeOf(hits[0].ID) != i {
		return false
	}
	return len(hits) == 1 || hits[0].Similarity[s] > hits[1].Similarity[s]
}

// ownAndOthers takes the similarity of text i and the mean of the others' apart. Texts without a value leave NaN.
func ownAndOthers(similar []float64, i int) (own, others float64) {
	rest := slices.Delete(slices.Clone(similar), i, i+1)
	return similar[i], meanOf(present(rest))
}

// present leaves out what is not a number.
func present(values []float64) (out []float64) {
	for _, v := range values {
		if !math.IsNaN(v) {
			out = append(out, v)
		}
	}
	return out
}

// garble changes a share of a text's letters, rounded to whole ones: each is replaced, dropped, doubled by another letter in front of
// it, or swapped with what follows, all four equally often. Other characters are never chosen.
func garble(text string, part float64, r *rand.Rand) string {
	letters := []rune(text)
	var places []int
	for i, c := range letters {
		if unicode.IsLetter(c) {
			places = append(places, i)
		}
	}
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	chosen := map[int]bool{}
	for _, p := range places[:int(math.Round(part*float64(len(places))))] {
		chosen[p] = true
	}
	out := make([]rune, 0, len(letters)+len(chosen))
	for i := 0; i < len(letters); i++ {
		if !chosen[i] {
			out = append(out, letters[i])
			continue
		}
		switch r.IntN(4) {
		case 0:
			out = append(out, otherLetter(letters[i], r))
		case 1: // dropped
		case 2:
			out = append(out, otherLetter(letters[i], r), letters[i])
		default:
			if i+1 == len(letters) {
				out = append(out, otherLetter(letters[i], r))
				continue
			}
			out = append(out, letters[i+1], letters[i])
			i++ // what was swapped is not changed again
		}
	}
	return string(out)
}

// otherLetter is one of a to z that is not c in either case.
func otherLetter(c rune, r *rand.Rand) rune {
	for {
		if l := 'a' + rune(r.IntN(26)); l != unicode.ToLower(c) {
			return l
		}
	}
}
