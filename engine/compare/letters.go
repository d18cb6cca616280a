package compare

import (
	"strings"
	"unicode/utf8"
)

// bareLetters is a text without what most writers leave out: the signs of vowels of Arabic and Hebrew, and the dots of Russian ё. It must be in compatibility form (NFKC).
func bareLetters(text string) string {
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return text
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c == 'ё':
			return 'е'
		case c == 'Ё':
			return 'Е'
		case c == 'ـ', c >= 0x064b && c <= 0x0652, c == 0x0670, c >= 0x05b0 && c <= 0x05bd: // the stroke that makes a word longer, Arabic and Hebrew vowels
			return -1
		}
		return c
	}, text)
}

// stops are signs of other languages that end a sentence or part it, as a full stop and a comma do.
const stops = "。、،؛۔।"
