package relevance

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// word is a word of the question.
type word struct {
	text   string  // in lower case
	stem   string  // what stands for its forms
	weight float64 // how much it tells, by the models; 0 for function words
	mark   bool    // a name, a number or an identifier: it stands for one thing
	unread bool    // the models do not know its letters
	phrase bool    // see unspaced
}

// isWordRune says which letters a word is made of.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// rawWord is a word as it is written, and whether a sentence begins with it.
type rawWord struct {
	text   string
	begins bool
}

// split lists the words of a text.
func split(text string) (out []rawWord) {
	begins, from := true, -1
	for i, r := range text {
		switch {
		case isWordRune(r):
			if from < 0 {
				from = i
			}
			continue
		case from >= 0:
			out = append(out, rawWord{text[from:i], begins})
			from, begins = -1, false
		}
		if strings.ContainsRune(".!?\n", r) {
			begins = true
		}
	}
	if from >= 0 {
		out = append(out, rawWord{text[from:], begins})
	}
	return out
}

// stemOf is what stands for a word's forms; words with other letters than a to z stand for themselves.
func stemOf(lower string) string {
	for i := range len(lower) {
		if c := lower[i]; c < 'a' || c > 'z' {
			return lower
		}
	}
	return english.Stem(lower, true)
}

// isMark tells a name, a number or an identifier from a plain word. The first word of a sentence has its capital from there.
func (w rawWord) isMark() bool {
	upper, lower := 0, 0
	for _, r := range w.text {
		switch {
		case unicode.IsNumber(r):
			return true
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	first, _ := utf8.DecodeRuneInString(w.text)
	switch {
	case upper == 0 || upper+lower < 2:
		return false
	case upper > 1: // API, PostgreSQL
		return true
	}
	return unicode.IsUpper(first) && !w.begins || !unicode.IsUpper(first)
}

// unspaced reports whether a word is of letters that are written without spaces between words: then it is a phrase.
func unspaced(w string) bool {
	for _, r := range w {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Hangul) {
			return true
		}
	}
	return false
}

// pairs are the pairs of neighbouring letters of a word, which stand for the words of a phrase without spaces; the word itself where it is
// shorter.
func pairs(w string) (out []string) {
	runes := []rune(w)
	if len(runes) < 3 {
		return []string{w}
	}
	for i := 1; i < len(runes); i++ {
		out = append(out, string(runes[i-1:i+1]))
	}
	return out
}
