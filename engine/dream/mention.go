package dream

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/words"
)

// leastMentioned is how many words that say something two texts must share to mention the same, where none of them is a name.
const leastMentioned = 2

// MentionTheSame reports whether two texts share two words that say something, or a name. In two of nine spaces strangers agree by chance as well, so numbers alone propose links between them: of 20 that a dream
// proposed for 60 notes of a day two at the most were about the same thing.
func MentionTheSame(a, b string) bool {
	inA, inB := words.Shared(b, a), words.Shared(a, b)
	if min(len(inA), len(inB)) >= leastMentioned {
		return true
	}
	nouns := words.LanguageOf(a+"\n"+b).Code() == "de" // which all have capitals there
	return slices.ContainsFunc(inA, func(w string) bool {
		return slices.Contains(inB, w) && (isName(a, w, nouns) || isName(b, w, nouns))
	})
}

// isName reports whether a word stands in a text as a name does: with a capital behind its first letter, with a digit, or with a capital elsewhere than where a sentence begins, unless nouns have that
// too. What is all capitals, such as API and UTC, is rather a kind of thing that many texts speak of.
func isName(text, word string, nouns bool) bool {
	letters := []rune(word)
	if !slices.ContainsFunc(letters, unicode.IsLower) {
		return false
	}
	if slices.ContainsFunc(letters[1:], unicode.IsUpper) || slices.ContainsFunc(letters, unicode.IsDigit) {
		return true
	}
	if !unicode.IsUpper(letters[0]) || nouns {
		return false
	}
	begins := true
	for _, field := range strings.Fields(text) {
		if !begins && strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) == word {
			return true
		}
		begins = strings.ContainsAny(field[len(field)-1:], ".!?:")
	}
	return false
}
