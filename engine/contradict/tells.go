package contradict

import (
	"strings"

	"asterism/engine/pattern"
)

// Tells reports whether a text states an event or a fact, as far as English grammar shows it. A rule, a step, a heading and an item of a list do not. A
// text that may be in another language counts as such a statement.
func Tells(text string) bool {
	if !mayBeEnglish(text) {
		return true
	}
	for sentence := range sentences(plainText(text)) {
		if !aside(sentence) && !demands.MatchString(sentence) && (verbOf(sentence) > 0 || hasPast(sentence)) {
			return true
		}
	}
	return false
}

// demands are words by which a text says what should be done.
var demands = pattern.New(`(?i)\b(?:must|should|shall|make sure|ensure|do not|don't|always|prefer|avoid|you (?:will|can|may|need))\b|^never\b`)

var sentenceEnd = pattern.New(`[.;!?]\s+`)

// sentences iterates over the sentences of a text.
func sentences(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, s := range sentenceEnd.Regexp().Split(text, -1) {
			if strings.TrimSpace(s) != "" && !yield(s) {
				return
			}
		}
	}
}

// hasPast reports whether a text has a past tense, not as its first word and not directly behind a determiner.
func hasPast(text string) bool {
	all := strings.Fields(strings.ToLower(text))
	for i, field := range all {
		word := strings.Trim(field, ".,;:!?()\"'")
		if i > 0 && (went[word] || word == "would" || word == "could" || len(word) > 4 && strings.HasSuffix(word, "ed") && !noPast[word] && !determiners[strings.Trim(all[i-1], ".,;:")]) {
			return true
		}
	}
	return false
}
