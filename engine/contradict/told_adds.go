package contradict

import (
	"slices"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// gains is how a text says that a thing has something more: "now has a trailer".
var gains = pattern.New(`(?i)\b(?:now (?:has|have|gets?) an? |now also|too[.!]?$)`)

// addsToo reports whether a text says something new of a thing that lets the older text hold: that it has something more, or, by "now has", something that is no value where the older one
// has a value.
func addsToo(older, text string, r *compare.Result) bool {
	if r.Class != compare.Changed || !mayTell(older, text) {
		return false
	}
	if gains.MatchString(text) {
		return true
	}
	return !changes.MatchString(text) && slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Old != "" && c.New != "" && hasDigit(c.Old) && c.Kind != compare.Identifier && !hasDigit(c.New) && nowHas.MatchString(text)
	})
}

// nowHas is how it says so without a word for a change.
var nowHas = pattern.New(`(?i)\bnow (?:has|have|gets?|shows?|covers?|includes?)\b`)
