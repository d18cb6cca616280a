package contradict

import (
	"slices"

	"asterism/engine/compare"
)

// addsToo reports whether a text says something new of a thing that lets the older text hold: that it has something more, or, by "now has", something that is no value where the older one
// has a value.
func addsToo(older, text string, r *compare.Result) bool {
	if r.Class != compare.Changed || !mayTell(read(older), read(text)) {
		return false
	}
	if gains.MatchString(text) {
		return true
	}
	return !changes(text) && slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Old != "" && c.New != "" && hasDigit(c.Old) && c.Kind != compare.Identifier && !hasDigit(c.New) && nowHas.MatchString(text)
	})
}
