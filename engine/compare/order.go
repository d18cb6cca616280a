package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// Words of grammar of other languages in a text, less those of English, in halves of words as [words.Grammar] counts: from so many on the text is in another language. In one without names (a
// capital within a sentence) and without a word of English grammar two halves are enough.
const (
	surelyOther = 3
	surelyAlone = 2
)

// tellsOrder reports whether the order of a text's words may be taken to say who does what. It does so in English. Of other languages nothing is known here but their words, and many of
// them put these in any order.
func tellsOrder(all []token) bool {
	of, latins := 0, 0
	for i := range all {
		if all[i].script != none {
			of++
		}
		if strings.ContainsFunc(all[i].text, func(c rune) bool { return unicode.Is(unicode.Latin, c) }) {
			latins++
		}
	}
	return 2*latins >= of && !ofOtherGrammar(all)
}

// ofOtherGrammar reports whether words of grammar tell that a text is in another language than English. Words that English texts have too, in names such as Oscar de la Renta, are not enough.
func ofOtherGrammar(all []token) bool {
	more, english, names := 0, false, false
	for i := range all {
		t := &all[i]
		first, _ := utf8.DecodeRuneInString(t.text)
		capital := unicode.IsUpper(first) && !t.first
		is, others := words.Grammar(lowered(t.text))
		switch names = names || capital; {
		case is:
			more, english = more-2, true
		case !capital:
			more += others
		}
	}
	return more >= surelyOther || more >= surelyAlone && !english && !names
}

// deniesHere are words that negate in their language and begin words in English: "non non-blocking reads", "non blocking".
var deniesHere = setOf("non")

// deniedByLanguage takes the denial from words of deniesHere in texts of English.
func deniedByLanguage(all []token) {
	known, other := false, false
	for i := range all {
		if t := &all[i]; t.denies && deniesHere[t.stem] {
			if !known {
				known, other = true, ofOtherGrammar(all)
			}
			if t.denies = other; !other {
				t.weight = ofContent
			}
		}
	}
}
