package contradict

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/compare"
)

// parallel reports whether two texts are statements about two things. There are three cases: the subject before the verb differs, and something else behind it ("the key of Stripe
// is rotated every 90 days", "the key of Twilio is rotated every 30 days"); the environment differs ("off in production", "on in staging"); each reports an event. If the subject
// alone differs, it may be the value ("Priya is on call", "Tomás is on call").
func parallel(older, text string, r *compare.Result) bool {
	both, heads, apart := 0, 0, 0
	for _, c := range r.Changed {
		if c.Old == "" || c.New == "" || quantifiers[strings.ToLower(c.Old)] && quantifiers[strings.ToLower(c.New)] {
			continue // "all customers", "no customer": the same customers
		}
		both++
		if inHeads(older, text, c) && c.Kind != compare.Time {
			heads++
		}
		if environments[strings.ToLower(c.Old)] && environments[strings.ToLower(c.New)] {
			apart++
		}
	}
	if both > 1 && r.Class == compare.Changed && slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return begin(older, text, c) && !values[c.Kind] }) {
		return true // the subject differs, with any verb
	}
	denies := r.Class == compare.Negated || r.Class == compare.Contradiction
	if otherOwner(older, text, true) || otherFile(older, text, r) || otherEvent(older, text, r) || otherPlace(older, text, r) || otherCase(older, text, r) || otherThing(older, text, r) {
		return true
	}
	if both > 1 && otherOwner(older, text, false) {
		return true
	}
	return r.Class != compare.Different && (heads > 0 || apart > 0) && (both > 1 || denies && both > 0 && !isOpposite(r))
}

// otherFile reports whether two texts begin with two paths and say something else of each. If the path alone differs, the file may have moved.
func otherFile(older, text string, r *compare.Result) bool {
	for _, c := range r.Changed {
		if c.Kind == compare.Path && c.Old != "" && c.New != "" && strings.HasPrefix(older, c.Old) && strings.HasPrefix(text, c.New) {
			return len(r.Changed) > 1 || strings.ContainsRune(c.Old, ' ') || strings.ContainsRune(c.New, ' ')
		}
	}
	return false
}

// isOpposite reports whether the only place that differs is a word and its opposite.
func isOpposite(r *compare.Result) bool {
	return r.Class == compare.Contradiction && len(r.Changed) == 1
}

// quantifiers say to how many a statement applies.
var quantifiers = words("all every each any no none some most few many")

// environments each have a state of their own.
var environments = words("production prod staging stage development dev test testing qa sandbox preview local canary")

// inHeads reports whether both parts of a change are in front of the first verb of their texts. If both begin their text, the verb of one is enough: many verbs have no
// ending that shows them.
func inHeads(older, text string, c compare.Change) bool {
	a, b := inHead(older, c.Old), inHead(text, c.New)
	return a && b || (a || b) && begin(older, text, c)
}

// begin reports whether both parts of a change begin their texts, apart from an article.
func begin(older, text string, c compare.Change) bool {
	return c.Old != "" && c.New != "" && strings.HasPrefix(withoutThe(older), c.Old) && strings.HasPrefix(withoutThe(text), c.New)
}

// withoutThe returns a text without the article at its beginning.
func withoutThe(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if determiners[strings.ToLower(first)] {
		return rest
	}
	return text
}

// inHead reports whether a part is in front of the text's first verb. Verbs are recognised by endings and a short list.
func inHead(text, part string) bool {
	at := placeOf(text, part, false)
	if at < 0 {
		return false
	}
	if after := strings.ToLower(text[at+len(part):]); strings.HasPrefix(after, " now ") || strings.HasPrefix(after, " times out") { // elsewhere "times" is what a number counts
		return true
	}
	before := strings.Fields(strings.ToLower(text[:at]))
	if len(before) > 0 && slices.ContainsFunc(before[1:], isVerb) || len(before) > 0 && copulas[before[0]] {
		return false
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(strings.Trim(text[at+len(part):], " .!"))), isVerb)
}

// placeOf returns the offset of a part in a text, the first or the last one. The part must not begin or end within a word or a number. -1: not found.
func placeOf(text, part string, last bool) int {
	inner := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	found := -1
	for from := 0; part != ""; {
		at := strings.Index(text[from:], part)
		if at < 0 {
			break
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		first, size := utf8.DecodeRuneInString(part)
		end, _ := utf8.DecodeLastRuneInString(part)
		after, _ := utf8.DecodeRuneInString(text[at+len(part):])
		if !(at > 0 && inner(before) && inner(first)) && !(at+len(part) < len(text) && inner(after) && inner(end)) {
			if found = at; !last {
				break
			}
		}
		from = at + size
	}
	return found
}

// past are first words of a text that describes the past.
var past = words("previous former old earlier until before")

// formerly are words that show this without a verb of the past.
var formerly = words("formerly previously originally")

// pastWithin is how many of the first words are checked against past and formerly.
const pastWithin = 3

// were are verbs of the past.
var were = words("was were had did stood lay ran held left")

// describesPast reports whether a text says that it describes a past state: "the previous owner was Priya", "until October the limit was 100", "our former hoster was OVH".
func describesPast(text string) bool {
	fields := strings.Fields(text[:min(len(text), longestStatement)])
	first := false
	for i, field := range fields {
		word := strings.ToLower(strings.Trim(field, ".,;:!?"))
		if i < pastWithin && past[word] {
			first = true
		}
		if first && were[word] || i < pastWithin && formerly[word] {
			return true
		}
	}
	return false
}
