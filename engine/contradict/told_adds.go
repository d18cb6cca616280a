package contradict

import (
	"slices"

	"asterism/engine/compare"
)

// addsToo reports whether a text adds something and leaves the older text valid: it says that the thing has something more, or "now has" something without a number where the older
// one has a number.
func addsToo(older, text string, r *compare.Result) bool {
	if r.Class != compare.Changed || !mayReport(read(older), read(text)) {
		return false
	}
	if gains.MatchString(text) {
		return true
	}
	return !changes(text) && slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Old != "" && c.New != "" && hasDigit(c.Old) && c.Kind != compare.Identifier && !hasDigit(c.New) && nowHas.MatchString(text)
	})
}
