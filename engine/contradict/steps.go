package contradict

import (
	"slices"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// inStatements reports whether what differs in two texts of several sentences is in a sentence that states it. A task is a title and commands ("Smoke test. Start the pump. Should
// say firmware 1.4.0."). With another value it is a second task, for another release or place, and the first one remains valid.
func inStatements(older, text string, r *compare.Result) bool {
	a, b := passages(older), passages(text)
	if len(a) < 2 || len(b) < 2 {
		return true
	}
	return !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Old != "" && c.New != "" && !(stated(older, a, c.Old) && stated(text, b, c.New))
	})
}

// stated reports whether a sentence states the part: it has a subject and a verb, is a field with this value, or a lasting order. A part that occurs only in code is not stated.
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
	return !found && placeOf(plainText(text), part, true) < 0 // the words of the part are not adjacent, or have other punctuation
}

// contracted matches a statement that begins with subject and verb in one word.
var contracted = pattern.New(`(?i)^(?:i|we|you|he|she|it|they|that|there)['’](?:m|re|s|ve|d|ll)\b`)

// lasting matches the beginning of an order that holds until another one is given.
var lasting = pattern.New(`(?i)^(?:please )?(?:keep|use|prefer|allow|limit|leave|wait|restrict|accept|expect|require)\b`)

// field matches what is in front of the value of a field: "Owner: ", "ttl = about ".
var field = pattern.New(`(?:=|:\s)\s*(?:\S+\s+){0,2}\S*$`)

// passages returns the sentences of a text without its code blocks.
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

// abbreviated matches the end of a text that a full stop does not end: "Mrs. Lang", "St. Malo", "e.g. ".
var abbreviated = pattern.New(`(?:^|\s)(?:\p{Lu}\p{L}{0,2}|e\.g|i\.e|vs|approx|No)$`)

var fence = pattern.New("(?s)```.*?(?:```|$)")
