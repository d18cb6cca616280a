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
	stem   string  // represents its forms
	weight float64 // its importance, by the models; 0 for grammar words
	mark   bool    // a name, a number or an identifier: it names one thing
	unread bool    // the models do not know its letters
	phrase bool    // see unspaced
}

// isWordRune reports whether a rune is a part of a word.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// rawWord is a word as written, and whether a sentence begins with it.
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

// stemOf returns what represents a word's forms. Words with other letters than a to z represent themselves.
func stemOf(lower string) string {
	for i := range len(lower) {
		if c := lower[i]; c < 'a' || c > 'z' {
			return lower
		}
	}
	return english.Stem(lower, true)
}

// isMark reports whether a word is a name, a number or an identifier. The capital of a sentence's first word does not count.
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

// unspaced reports whether a word is in letters that are written without spaces between words: then it is a phrase.
func unspaced(w string) bool {
	for _, r := range w {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Hangul) {
			return true
		}
	}
	return false
}

// pairs returns the pairs of adjacent letters of a word, which represent the words of a phrase without spaces; the word itself if it is
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
