package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// surelyOther is how many words of grammar of other languages than English, less those of English and in halves as [words.Grammar] counts, tell that a text is in another: more than one, which may be
// a name.
const surelyOther = 3

// mostNames is how many words of other letters may be names in a text with a verb in Latin letters ("Иванов reviewed Петров").
const mostNames = 2

// tellsOrder reports whether the order of a text's words may be taken to say who does what. It does so in English. Of other languages nothing is known here but their words, and many of
// them put these in any order.
func tellsOrder(all []token) bool {
	others, latins, verb := 0, 0, false
	for i := range all {
		switch t := &all[i]; {
		case t.script == none:
		case strings.ContainsFunc(t.text, func(c rune) bool { return unicode.Is(unicode.Latin, c) }):
			latins++
			verb = verb || t.script == latin && t.kind == Word && strings.ToLower(t.text) == t.text
		default:
			others++
		}
	}
	return (latins >= others || others <= mostNames && verb) && !ofOtherGrammar(all)
}

// ofOtherGrammar reports whether words of grammar tell that a text is in another language than English. Words that English texts have too, in names such as Oscar de la Renta, are not enough.
func ofOtherGrammar(all []token) bool {
	more := 0
	for i := range all {
		t := &all[i]
		first, _ := utf8.DecodeRuneInString(t.text)
		switch english, others := words.Grammar(lowered(t.text)); {
		case english:
			more -= 2
		case t.first || !unicode.IsUpper(first):
			more += others
		}
	}
	return more >= surelyOther
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
