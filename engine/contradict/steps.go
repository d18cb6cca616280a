package contradict

import (
	"slices"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// inStatements reports whether what differs in two texts of several sentences is stated there. A task is written as a title, orders and commands ("Smoke test. Start the pump. Should say firmware 1.4.0."): with
// another value it is another task, for another release or place, and the first one stays as it was.
func inStatements(older, text string, r *compare.Result) bool {
	a, b := passages(older), passages(text)
	if len(a) < 2 || len(b) < 2 {
		return true
	}
	return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Old != "" && c.New != "" && !(stated(older, a, c.Old) && stated(text, b, c.New))
	})
}

// stated reports whether one of the sentences of a text states a part: it has a subject and a verb, names a field of which the part is the value, or orders what is to last. What stands in code alone is not stated.
func stated(text string, sentences []string, part string) bool {
	found := false
	for _, s := range sentences {
		at := placeOf(s, part, true)
		if at < 0 {
			continue
		}
		if found = true; verbOf(s) > 0 || contracted.MatchString(s) || field.MatchString(s[:at]) || lasting.MatchString(s) || isRule.MatchString(s) {
			return true
		}
	}
	return !found && placeOf(plainText(text), part, true) < 0 // words that stand apart, or with other signs
}

// contracted begins a statement with its subject and verb in one.
var contracted = pattern.New(`(?i)^(?:i|we|you|he|she|it|they|that|there)['’](?:m|re|s|ve|d|ll)\b`)

// lasting begins an order that holds until another one is given.
var lasting = pattern.New(`(?i)^(?:please )?(?:keep|use|prefer|allow|limit|leave|wait|restrict|accept|expect|require)\b`)

// field ends what stands in front of the value of a field: "Owner: ", "ttl = about ".
var field = pattern.New(`(?:=|:\s)\s*(?:\S+\s+){0,2}\S*$`)

// passages are the sentences of a text without its blocks of code.
func passages(text string) (out []string) {
	for s := range sentences(fence.ReplaceAllString(text, ". ")) {
		if n := len(out); n > 0 && abbreviated.MatchString(out[n-1]) {
			out[n-1] += ". " + plainText(s)
		} else if s = plainText(s); hasWord(s) {
			out = append(out, s)
		}
	}
	return out
}

// abbreviated ends what a full stop behind it does not end: "Mrs. Lang", "St. Malo", "e.g. ".
var abbreviated = pattern.New(`(?:^|\s)(?:\p{Lu}\p{L}{0,2}|e\.g|i\.e|vs|approx|No)$`)

var fence = pattern.New("(?s)```.*?(?:```|$)")
