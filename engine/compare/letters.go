package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bareLetters is a text without what most writers leave out: the signs of vowels of Arabic and Hebrew, and the dots of Russian ё; and with the digits of all scripts as those of ASCII. It must
// be in compatibility form (NFKC).
func bareLetters(text string) string {
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return text
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c < utf8.RuneSelf:
			return c
		case c == 'ё':
			return 'е'
		case c == 'Ё':
			return 'Е'
		case c == '٫': // between the digits of Arabic
			return '.'
		case c == '٬':
			return ','
		case c == '٪':
			return '%'
		case c == 'ـ', c >= 0x064b && c <= 0x0652, c == 0x0670, c >= 0x05b0 && c <= 0x05bd: // the stroke that makes a word longer, Arabic and Hebrew vowels
			return -1
		}
		return digitOf(c)
	}, text)
}

// digitOf is a digit of any script as that of ASCII; any other rune as it is. In Unicode the digits of a script stand together, the zero first.
func digitOf(c rune) rune {
	if !unicode.IsDigit(c) {
		return c
	}
	for _, r := range unicode.Nd.R16 {
		if lo, hi := rune(r.Lo), rune(r.Hi); c >= lo && c <= hi {
			return '0' + (c-lo)%10
		}
	}
	return c
}

// stops are signs of other languages that end a sentence or part it, as a full stop and a comma do.
const stops = "。、،؛۔।"
