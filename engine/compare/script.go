package compare

import "unicode"

// script is how a run of letters is taken apart.
type script uint8

const (
	none     script = iota
	latin           // ASCII letters only: what the English stemmer reads
	cyrillic        // what the Russian stemmer reads
	spaced          // letters of other scripts with spaces between words, and Latin with marks
	unspaced        // no spaces between words: each character is a word
)

// withoutSpaces are the scripts whose words are not parted by spaces.
var withoutSpaces = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// scriptOf is that of a word's first letter; a Latin word is plain only when it is so wholly.
func scriptOf(word string) (s script) {
	for _, r := range word {
		switch {
		case r < 0x80:
			if s == none && unicode.IsLetter(r) {
				s = latin
			}
		case unicode.In(r, withoutSpaces...):
			return unspaced
		case unicode.Is(unicode.Cyrillic, r):
			if s == none {
				s = cyrillic
			}
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if s == none || s == latin {
				s = spaced
			}
		}
	}
	return s
}

// latinMarked reports whether a word is of Latin letters, some with marks.
func latinMarked(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return true
}
