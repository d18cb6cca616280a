package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
)

// addsToo reports whether a text that tells of something new ("now has a trailer") tells something else of the thing than the older one: what differs is a value in one text alone, or a verb with
// what stands behind it, and not one value for another of its kind.
func addsToo(older, text string, r *compare.Result) bool {
	if r.Class != compare.Changed || !mayTell(older, text) {
		return false
	}
	if as := words(text); as["too"] || as["also"] {
		return true
	}
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		if len(strings.Fields(c.Old)) < 2 || c.New == "" {
			return false
		}
		had, has := amountsIn(c.Old), amountsIn(c.New)
		return !slices.ContainsFunc(had, func(v amount) bool {
			return slices.ContainsFunc(has, func(w amount) bool { return v.kind == w.kind || plain[v.kind] && plain[w.kind] })
		}) && (len(had)+len(has) > 0 || !named.MatchString(lastWord(c.New)))
	})
}

// plain are kinds of numbers that may stand for each other: release 2022.3 and release 6.
var plain = words("number version")

func lastWord(text string) string {
	all := strings.Fields(text)
	return all[len(all)-1]
}
