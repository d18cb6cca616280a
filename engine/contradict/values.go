package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// updates is plainlyUpdates with the texts: there an identifier that is a value may replace another one.
func updates(older, text string, r *compare.Result) bool {
	return r.Class.Update() && !sameHolding(r) && !onceOnly(older, text, r) && (!onCondition(text) || onCondition(older)) && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && c.Old != "" && c.New != "" && !isValue(older, text, c)
	})
}

// sameHolding reports whether two texts differ only in verbs of holding. These say the same from the side of the thing or of its place: "secrets live in Vault", "Vault holds
// our secrets".
func sameHolding(r *compare.Result) bool {
	if r.Class != compare.Changed || len(r.Changed) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		first, _, _ := strings.Cut(strings.ToLower(c.Old+c.New), " ")
		return c.Old != "" && c.New != "" || !holdings[first]
	})
}

var holdings = words("live lives lie lies sit sits stay stays reside resides hold holds contain contains store stores stored keep keeps kept")

var (
	quarter = pattern.New(`^[QqHh][1-4]$`)
	// named matches the spelling of a product's name: a capital at the beginning or inside, and at most one digit, at the end: Jenkins, AsciiDoc, Auth0.
	named  = pattern.New(`^[A-Z][a-z]+(?:[A-Z]+[a-z]*)*\d?$|^[A-Z][A-Za-z]*[A-Z][A-Za-z]*\d?$`)
	suffix = pattern.New(`^[-_. ]?(?:v\d+|new|next|old|legacy|\d+)$`)
)

// isValue reports whether two identifiers in one place are values, and not what the texts are about. They are values if they are assigned to the same name, are quarters, are
// product names behind the verb, or differ only in a version at the end and the texts have a form of "be".
func isValue(older, text string, c compare.Change) bool {
	name, value, ok := strings.Cut(c.Old, "=")
	if other, is, both := strings.Cut(c.New, "="); ok && both {
		return name == other && value != is
	}
	switch {
	case inHead(older, c.Old) || inHead(text, c.New):
		return false
	case quarter.MatchString(c.Old) && quarter.MatchString(c.New):
		return true
	case named.MatchString(c.Old) && named.MatchString(c.New):
		return isSaid(older, c.Old, c.Kind) && isSaid(text, c.New, c.Kind) || isChosen(older, c.Old) && isChosen(text, c.New)
	}
	a, b := bare(c.Old), bare(c.New)
	if len(b) < len(a) {
		a, b = b, a
	}
	rest, grown := strings.CutPrefix(b, a)
	return grown && suffix.MatchString(rest) && !unicode.IsDigit(rune(a[len(a)-1])) && hasBe(older) && hasBe(text)
}

// isChosen reports whether a part is what somebody uses or has decided on: the verb is directly in front of it.
func isChosen(text, part string) bool {
	at := placeOf(text, part, true)
	if at < 0 {
		return false
	}
	before := strings.Fields(strings.ToLower(text[:at]))
	last := len(before) - 1
	return last > 0 && (decided[before[last]] || before[last] == "use" || before[last] == "uses")
}

// isUsed reports whether a part is what somebody uses for a stated purpose: another thing may serve that purpose now. Without a purpose, several things may be used at a time.
func isUsed(text, part string) bool {
	at := placeOf(text, part, true)
	return at >= 0 && isChosen(text, part) && strings.HasPrefix(strings.TrimSpace(text[at+len(part):]), "for ")
}

// bare returns an identifier in lower case with one sign between its parts.
func bare(id string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(id), func(r rune) bool { return strings.ContainsRune(" -_.", r) }), "-")
}

// hasBe reports whether a text has a form of "be": it says where or what something is.
func hasBe(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(word string) bool { return copulas[word] })
}
