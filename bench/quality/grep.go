package quality

import (
	"slices"
	"strings"
)

// grep ranks documents as one would with grep -i: by how many different words of the question they contain as substrings, ties in
// the order of the corpus. Documents that contain none are not found.
type grep struct{ docs []string }

func newGrep(docs []entry) *grep {
	g := &grep{docs: make([]string, len(docs))}
	for i, d := range docs {
		g.docs[i] = strings.ToLower(d.text)
	}
	return g
}

// rank lists the n best documents without the question itself.
func (g *grep) rank(question string, n, self int) []int {
	words := plainWords(question)
	slices.Sort(words)
	words = slices.Compact(words)
	scores := make([]float64, len(g.docs))
	for i, d := range g.docs {
		for _, w := range words {
			if strings.Contains(d, w) {
				scores[i]++
			}
		}
	}
	return best(scores, n, self)
}
