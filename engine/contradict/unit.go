package contradict

import (
	"path"
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// isAmount reports whether both sides of a place are numbers, times or versions: "expose it" and "defaults to port 80" are not.
func isAmount(c compare.Change) bool {
	return values[c.Kind] && (hasDigit(c.Old) == hasDigit(c.New) || len(strings.Fields(c.Old+" "+c.New)) <= mostInPlace-1)
}

// sameUnit reports whether two values are of the same: what stands beside the numbers is the same, or both are spans of time or money.
func sameUnit(c compare.Change) bool {
	a, b := unitIn(c.Old), unitIn(c.New)
	return a == "" || b == "" || a == b || isSpan(a) && isSpan(b) || c.Kind != compare.Number || !hasDigit(c.Old) || !hasDigit(c.New)
}

// unitIn is the word right behind the number of a value, without an ending of many; "": there is none.
func unitIn(value string) string {
	m := unitBehind.FindStringSubmatch(strings.ToLower(value))
	if m == nil || months.MatchString(m[1]) {
		return ""
	}
	return strings.TrimSuffix(m[1], "s")
}

var unitBehind = pattern.New(`\d[\d.,]* ?([a-z]+)`)

func isSpan(unit string) bool {
	return spans[unit] || units[unit] || units[unit+"s"] || len(unit) <= longestUnit
}

// longestUnit is up to how many letters a unit has that is written short: "min", "GB".
const longestUnit = 3

// arePaths reports whether both sides are one file in two places.
func arePaths(c compare.Change) bool {
	return c.Kind == compare.Path && path.Base(c.Old) == path.Base(c.New)
}

// valuesAlone reports whether all that stands for something else is a number, a time or a version.
func valuesAlone(r *compare.Result) bool {
	return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return c.Old != "" && c.New != "" && !isAmount(c) })
}

// isSign reports whether a place differs in signs of arithmetic alone, as "<" and ">" do.
func isSign(part string) bool { return part != "" && strings.Trim(part, "<>=≤≥≠%+-±~ ") == "" }
