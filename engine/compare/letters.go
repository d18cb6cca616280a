package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// bareLetters removes what most writers leave out: Arabic and Hebrew vowel signs, and the dots of Russian ё. It turns digits of all scripts into ASCII digits. The text
// must be in compatibility form (NFKC).
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
		case c == '٫': // the Arabic decimal separator
			return '.'
		case c == '٬':
			return ','
		case c == '٪':
			return '%'
		case c == 'ـ', c >= 0x064b && c <= 0x0652, c == 0x0670, c >= 0x05b0 && c <= 0x05bd: // the Arabic lengthening stroke, Arabic and Hebrew vowels
			return -1
		}
		return digitOf(c)
	}, text)
}

// digitOf returns the ASCII digit for a digit of any script, and other runes unchanged. In Unicode the digits of a script are consecutive, from zero.
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

// stops are signs of other scripts that end a sentence or divide it, as a full stop and a comma do.
const stops = "。、،؛۔।"

// script says how a run of letters is divided into tokens.
type script uint8

const (
	none     script = iota
	latin           // ASCII letters only: what the English stemmer reads
	cyrillic        // letters that the Russian stemmer reads
	spaced          // letters of other scripts with spaces between words, and Latin with marks
	unspaced        // no spaces between words: each character is a word
)

// withoutSpaces are the scripts that do not separate words by spaces.
var withoutSpaces = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// scriptOf returns the script of a word's first letter, or unspaced if any character is of such a script. A Latin word with marked letters is spaced.
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

// latinMarked reports whether a word has Latin letters only, with or without marks.
func latinMarked(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return true
}

// unmarked returns the form of a word without what is often left out in typing: the marks of names and of English loanwords. It also writes ß as ss, and -isation as -ization. Marks of other
// words stay, since they distinguish words ("drucken", "drücken"). So do German umlauts, since German nouns look like names ("Bruder", "Brüder").
func unmarked(written, form string) string {
	if before, after, ok := strings.Cut(form, "isation"); ok && before != "" { // organisation, organization: no two words differ only in that
		form = before + "ization" + after
	}
	if !hasMarks(form) {
		return form
	}
	form = strings.ReplaceAll(form, "ß", "ss")
	plain := withoutMarks(form)
	if unicode.IsUpper(firstRune(written)) && latinMarked(form) && !strings.ContainsAny(norm.NFC.String(form), "äöü") || borrowed[plain] {
		return plain
	}
	return form
}

func hasMarks(form string) bool {
	for i := range len(form) {
		if form[i] >= 0x80 {
			return true
		}
	}
	return false
}

// withoutMarks returns a word without accents, dots and tails on its letters.
func withoutMarks(form string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(form))
}

// borrowed are words that English writes with marks or without.
var borrowed = setOf("naive naively naivety cafe cafes facade facades cliche cliches touche fiance fiancee jalapeno decor debacle elite entree melee premiere soiree reentry reelect cooperate cooperation coordinate coordination pinata uber")
