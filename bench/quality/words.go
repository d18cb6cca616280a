package quality

import (
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
