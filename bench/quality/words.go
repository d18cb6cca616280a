package quality

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// plainWords are a text's runs of letters and digits, in lower case; accents that are marks of their own belong to the word.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// stemmedWords are the plain words without Lucene's stop words, cut to their stems (Porter's second English algorithm).
func stemmedWords(text string) []string {
	words := plainWords(text)
	out := words[:0]
	for _, w := range words {
		if !stopWords[w] {
			out = append(out, english.Stem(w, true))
		}
	}
	return out
}

// stopWords are those of Lucene's EnglishAnalyzer.
var stopWords = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`a an and are as at be but by for if in into is it no not of on or such that the their
		then there these they this to was will with`) {
		out[w] = true
	}
	return out
}()

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
