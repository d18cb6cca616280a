package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// Bounds of the difference between two statements about one thing. Texts that differ more are about different things in the same vocabulary: lines of a list, two steps, two headings.
const (
	leastSaidAlike = .48 // share of what both texts say, if a value differs
	leastReversed  = .65 // the same, if one says the opposite
	mostPlaces     = 2   // places in which both texts have something
	mostInPlace    = 4   // words of one text in a place
	mostBesides    = 3   // topic words that only one text has
)

// Restates reports whether two texts that differ are statements about one thing: little else differs, and the difference is what is said about the thing, not the thing
// itself. Notes are full of lines that differ in a word and are all true: headings, steps, options, examples. None of them replaces another.
func Restates(older, text string, r *compare.Result) bool {
	if aside(older) || aside(text) || ofItsDay.MatchString(older) && ofItsDay.MatchString(text) || r.Class == compare.Changed && wishes.MatchString(older) && wishes.MatchString(text) && !valuesAlone(r) {
		return false
	}
	a, b := plainText(older), plainText(text)
	if r.Class == compare.Swapped {
		return a == older && b == text || verbOf(a) > 0 && verbOf(b) > 0 // with markup, a list in another order
	}
	english := mayBeEnglish(older) && mayBeEnglish(text)
	if !fewDiffer(a, b, r, english) {
		return false
	}
	if english && !inStatements(older, text, r) {
		return false
	}
	if !english { // verbs are not known in other languages; but the beginning of a text is its topic, or an action
		return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return begin(a, b, c) && (!values[c.Kind] || c.Kind == compare.Time) })
	}
	if r.Class == compare.Changed {
		return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return !saidOf(a, b, c, len(r.Changed) == 1) })
	}
	return saysOpposite(a, b, r)
}

// twoStatements reports whether two texts are similar statements about two things: "ticket 7 is closed", "ticket 8 is closed".
func twoStatements(older, text string, r *compare.Result) bool {
	a, b := plainText(older), plainText(text)
	return !aside(older) && !aside(text) && verbOf(a) > 0 && verbOf(b) > 0 && fewDiffer(a, b, r, true) && inStatements(older, text, r)
}

// fewDiffer reports whether two texts differ so little that they may be about one thing. At most one of them says something in addition.
func fewDiffer(older, text string, r *compare.Result, english bool) bool {
	places, was, is := 0, 0, 0
	count := func(part string) int { // if one text denies the other, words that tell little about a value count, too
		if r.Class != compare.Changed {
			return len(topicWords(part))
		}
		return len(topic(part))
	}
	for _, c := range r.Changed {
		switch {
		case isSign(c.Old + c.New):
			places++
		case c.Old == "":
			is += count(c.New)
		case c.New == "":
			was += count(c.Old)
		default:
			places++
			if max(len(strings.Fields(c.Old)), len(strings.Fields(c.New))) > mostInPlace {
				return false
			}
		}
	}
	if places > mostPlaces || min(was, is) > 0 || max(was, is) > mostBesides {
		return false
	}
	if r.Class != compare.Changed {
		return r.Shared >= leastReversed
	}
	alone := places > 0 && valuesAlone(r)
	if was+is > 0 && english && !(alone && verbOf(older) > 0 && verbOf(text) > 0) {
		return false
	}
	return places > 0 && (alone || r.Shared >= leastSaidAlike) || places+was+is == 0 && r.Shared >= leastSameRule && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return !restricting.MatchString(c.Old + c.New) })
}

// restricting are words that limit the rest of a statement: "only admins can deploy", "admins can deploy".
var restricting = pattern.New(`(?i)^(?:only|just|solely|merely|alone|at least|at most)$`)

// saidOf reports whether one difference is what is said of the thing that both texts are about. single: nothing else differs.
func saidOf(older, text string, c compare.Change, single bool) bool {
	if c.Old == "" || c.New == "" || isSign(c.Old+c.New) {
		return true
	}
	a, b := cutAt(older, c.Old), cutAt(text, c.New)
	switch {
	case a.conditional || b.conditional:
		return false
	case isAmount(c):
		return !a.numbersPart() && !b.numbersPart() && !(c.Kind == compare.Time && a.first && b.first) && (single || a.verb && b.verb) && sameUnit(c)
	case assigned(c):
		return true
	case a.first && b.first:
		return single && (arePaths(c) || isPerson(c.Old, older) && isPerson(c.New, text))
	case a.head || b.head:
		return false
	case a.chosen(older, c.Old) && b.chosen(text, c.New):
		return true
	case c.Kind == compare.Name || c.Kind == compare.Identifier || c.Kind == compare.Path || capital.MatchString(c.Old) && capital.MatchString(c.New) || units[c.Old] && units[c.New]:
		return a.verb && b.verb
	case c.Kind == compare.Quoted:
		return a.copula && b.copula
	}
	if a.property(c.Old) && b.property(c.New) {
		return false
	}
	return (isSaid(older, c.Old, c.Kind) || a.where(older)) && (isSaid(text, c.New, c.Kind) || b.where(text))
}

// saysOpposite reports whether two texts, of which one denies the other or states the opposite, are about one thing.
func saysOpposite(older, text string, r *compare.Result) bool {
	for _, c := range r.Changed {
		if c.Old == "" || c.New == "" || howMany(c.Old) && howMany(c.New) {
			continue
		}
		if r.Class == compare.Negated && hasDigit(c.Old) != hasDigit(c.New) { // something else is denied: "a place costs 15 euros", "a place is not the problem"
			return false
		}
		a, b := cutAt(older, c.Old), cutAt(text, c.New)
		if ends[strings.ToLower(c.Old)] != "" && ends[strings.ToLower(c.Old)] == ends[strings.ToLower(c.New)] || a.conditional || b.conditional || a.first || b.first || a.head || b.head || len(r.Changed) == 1 && a.behind("for") && b.behind("for") {
			return false
		}
	}
	if !hasBe(older) && !hasBe(text) && gerund.MatchString(older) != gerund.MatchString(text) { // "never mix tabs", "mixing tabs": a rule, and a heading for its violation
		return false
	}
	one := r.Shared >= leastSameRule && len(r.Changed) == 1
	return one && (r.Class == compare.Contradiction || isRule.MatchString(older) || isRule.MatchString(text) || howMany(first(strings.Fields(older)))) || verbOf(older) > 0 && verbOf(text) > 0
}

// gerund matches a text that begins with an action as a noun.
var gerund = pattern.New(`^[\W_]*\p{L}+ing\b`)

// leastSameRule is the least share in common of two texts that differ only in words of grammar, and of two rules of which one forbids what the other demands.
const leastSameRule = .9

// isRule matches the beginning of a rule that forbids or demands.
var isRule = pattern.New(`(?i)^(?:please )?(?:never|always|do not|don't|don’t|avoid)\b`)
