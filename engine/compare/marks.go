package compare

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unmarked is the form of a word without what is often left out when it is typed: the marks of a name, and of words that English has borrowed; ß as ss, and -isation as -ization. Marks of other words tell words
// apart ("drucken", "drücken"); so do the dots of German, which writes its nouns like names ("Bruder", "Brüder").
func unmarked(written, form string) string {
	if before, after, ok := strings.Cut(form, "isation"); ok && before != "" { // organisation, organization: no two words differ in that alone
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

// withoutMarks is a word without accents, dots and tails on its letters.
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
