package contradict

import (
	"path"
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// isAmount reports whether both sides of a difference are numbers, times or versions. "expose it" and "defaults to port 80" are not.
func isAmount(c compare.Change) bool {
	return values[c.Kind] && (hasDigit(c.Old) == hasDigit(c.New) || len(strings.Fields(c.Old+" "+c.New)) <= mostInPlace-1)
}

// sameUnit reports whether the units of two values are compatible: they are the same, both are known or short ones, or a value has none.
func sameUnit(c compare.Change) bool {
	a, b := unitIn(c.Old), unitIn(c.New)
	return a == "" || b == "" || a == b || isSpan(a) && isSpan(b) || c.Kind != compare.Number || !hasDigit(c.Old) || !hasDigit(c.New)
}

// unitIn returns the word directly behind the number of a value, without a plural s; "": there is none.
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

// longestUnit is the largest length of an abbreviated unit: "min", "GB".
const longestUnit = 3

// arePaths reports whether both sides are paths of one file name in two folders.
func arePaths(c compare.Change) bool {
	return c.Kind == compare.Path && path.Base(c.Old) == path.Base(c.New)
}

// valuesAlone reports whether only numbers, times or versions were replaced.
func valuesAlone(r *compare.Result) bool {
	return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return c.Old != "" && c.New != "" && !isAmount(c) })
}

// isSign reports whether a part has signs of arithmetic only, such as "<".
func isSign(part string) bool { return part != "" && strings.Trim(part, "<>=≤≥≠%+-±~ ") == "" }
