package goaldna

import (
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/rangetable"
)

// class says what a character is to words; it is a set of bits.
type class uint8

const (
	white    class = 1 << iota // space of any kind
	word                       // letter, digit or underscore
	mark                       // accent or vowel sign: goes on with what stands before it
	unspaced                   // word character of a script without spaces between words
	extends                    // continues an unspaced run, such as the Japanese length mark
	cased                      // has a lower case that is another character
	unstable                   // NFKC may change it, or what stands before it
)

// unspacedScripts are those written without spaces between words.
var unspacedScripts = rangetable.Merge(unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese, unicode.Yi, unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet)

func classify(r rune) (c class) {
	switch {
	case unicode.IsSpace(r):
		return white // those that NFKC changes become others of its kind
	case r == '_', unicode.IsDigit(r):
		c = word
	case unicode.IsLetter(r):
		c = word
		if unicode.Is(unicode.Extender, r) {
			c |= extends
		}
	case unicode.IsMark(r):
		c = mark
	}
	if c&word != 0 && unicode.Is(unspacedScripts, r) {
		c |= unspaced
	}
	if unicode.ToLower(r) != r {
		c |= cased
	}
	if text := string(r); !norm.NFKC.PropertiesString(text).BoundaryBefore() || norm.NFKC.String(text) != text {
		c |= unstable
	}
	return c
}

// basic is the class of each character below 65,536: a search in Unicode's tables takes longer than all else that is done with a character.
var basic = sync.OnceValue(func() *[1 << 16]class {
	var out [1 << 16]class
	for r := range out {
		out[r] = classify(rune(r))
	}
	return &out
})

// classOf is classify, by the table where it can.
func classOf(table *[1 << 16]class, r rune) class {
	if int(r) < len(table) {
		return table[r]
	}
	return classify(r)
}
