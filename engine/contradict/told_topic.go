package contradict

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// weak are words in front of a value that do not tell what it is of.
var weak = words("use uses used get gets need needs run runs go goes went live lives keep kept take takes have has had make day week days weeks months years is are was were be been being also still just soon then too we our us they he she it " +
	"one two three four five six seven eight nine ten second minute hour seconds minutes hours month year per each every " +
	"longer instead anymore moved moves switched migrated changed raised lowered increased reduced cut bumped upgraded downgraded extended shortened doubled halved postponed rescheduled became up down rises rose drops dropped reversed starting " +
	"removed gone replaced left version release")

// topic are the stems of the words of a text that tell what it is about, in order.
func topic(text string) (out []string) {
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		if word := unmarked(field); word != "" && word != "i" && !common[word] && !weak[word] && !noUnit[word] {
			out = append(out, english.Stem(word, false))
		}
	}
	return out
}

// allStems are the stems of all words of a text.
func allStems(text string) map[string]bool {
	out := map[string]bool{}
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		if word := unmarked(field); word != "" {
			out[english.Stem(word, false)] = true
		}
		for _, word := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune("-_/.,;:!?()'\"`", r) }) {
			out[english.Stem(word, false)] = true
		}
	}
	return out
}

// unmarked is a field without the signs around it and a genitive; "" where it is of signs alone.
func unmarked(field string) string {
	return strings.TrimSuffix(strings.Trim(field, ".,;:!?\"'()[]`"), "'s")
}

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }

// otherEnvironment reports whether each text names an environment that the other does not.
func otherEnvironment(older, text string) bool {
	a, b := words(older), words(text)
	lone := func(a, b map[string]bool) bool {
		for word := range a {
			if environments[word] && !b[word] {
				return true
			}
		}
		return false
	}
	return lone(a, b) && lone(b, a)
}
