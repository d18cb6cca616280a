package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// otherEvent reports whether two texts report two different events: at another time, in another version, with another person or thing, or with another number that names
// the case ("order 1182").
// Texts that differ in any other number only, or of which one denies the other, report one event. A past tense of a decision or a change is no event:
// it holds until the next one (see happened).
func otherEvent(older, text string, r *compare.Result) bool {
	if did.MatchString(text) && !did.MatchString(older) {
		return true
	}
	if !happened(older) || !happened(text) {
		return false
	}
	for _, c := range r.Changed {
		if c.Kind == compare.Number && isCase(older, c.Old) && isCase(text, c.New) || c.Kind == compare.Time || c.Kind == compare.Version || c.Kind == compare.Identifier || months.MatchString(c.Old) && months.MatchString(c.New) {
			return true
		}
	}
	if r.Class != compare.Changed {
		return false
	}
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool { return c.Old != "" && c.New != "" && c.Kind != compare.Number })
}

// onceOnly reports whether a text reports one event in the words in which an older text states a rule. One event does not change the rule.
func onceOnly(older, text string, r *compare.Result) bool {
	return r.Class == compare.Changed && happened(text) && !mayReportChange(text) && !happened(older)
}

// did matches a text that says what somebody did once with a thing, by a verb that elsewhere reports a change: "Nadia has moved the phone to the counter". "We" is left
// out: what we did may be a decision.
var did = pattern.New(`^(?:[A-Z]\S+ )?(?:[A-VX-Z]\S*|W[^e]\S*) (?:has |have )?(?:moved|left|changed|switched|replaced|extended|cut|reduced) (?:a|an|the|her|his|their|its|my) `)

// isCase reports whether a number in a text names one of many things of a kind, as in "order 1182": the kind is directly in front of it.
func isCase(text, number string) bool {
	at := placeOf(text, number, true)
	if at < 0 || strings.Trim(number, "#0123456789") != "" {
		return false
	}
	before := strings.Fields(strings.ToLower(strings.TrimRight(text[:at], "# ")))
	return len(before) > 0 && cases[before[len(before)-1]]
}

// months shows that a number next to it is a day: "3 March".
var months = pattern.New(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b`)

// Words that show whether a text reports an event.
var (
	// went are past tenses without the ending "ed".
	went = words("took ran met saw gave sent paid sold bought beat found lost won broke built wrote flew went came fell rose hit spent held made did got left began told said spoke read drove ate drank slept swam taught caught heard met " +
		"froze stood lay forgot hung swung rode withdrew blew bit sat stuck spun fled lent shipped grew drew threw sang stole tore wore woke shook rang hid fought thought brought felt dealt slid struck sank shot shut spread burst")
	// holding are verbs of the present: a text with one of them states what holds.
	holding = words("is are am has have can may must should will shall does do now")
	// decided are verbs whose past tense states what holds from then on.
	decided = words("chose decided agreed picked selected adopted settled appointed promoted elected named assigned scheduled rescheduled postponed delayed set put standardised standardized hired joined planned needed wanted preferred used lived owned meant")
	// noPast are words in "ed" that are no past tense.
	noPast = words("need feed seed speed bed embed exceed proceed succeed breed indeed hundred red shared based related led shed unlimited limited advanced dedicated managed hosted")
	// cases are things that are distinguished by numbers.
	cases = words("order orders ticket tickets issue issues invoice invoices case claim request bug incident pr mr parcel shipment delivery booking reservation customer user account patient " +
		"passenger employee build job batch transaction payment contract flight train alert commit change task story lot unit machine server device sensor room seat table page chapter lesson session")
	// determiners are in front of a noun. A word in "ed" behind one of them is a participle, not a past tense.
	determiners = words("the a an our my your his her its their this that these those each every all no")
)

// happened reports whether a text reports an event: it has a past tense, no present tense, and no verb of a decision or a change.
func happened(text string) bool {
	if len(text) > longestStatement || changes(text) {
		return false
	}
	as := strings.Fields(text)
	all, past := strings.Fields(strings.ToLower(text)), false
	for i, field := range all {
		word := strings.Trim(field, ".,;:!?()\"'")
		switch {
		case holding[word] && !strings.HasPrefix(as[i], "May") || decided[word] || strings.HasSuffix(word, "n't") && i == 0:
			return false
		case went[word] || len(word) > 4 && strings.HasSuffix(word, "ed") && !noPast[word] && (i == 0 || !determiners[strings.Trim(all[i-1], ".,;:")] && !strings.HasSuffix(all[i-1], ",")): // "the limit, enforced in"
			past = true
		}
	}
	return past
}

// otherPlace reports whether two texts say the same, or the opposite, of two environments: "on in production", "on in staging". Each environment has a state of its own.
// A new environment in another position may be a new value: a thing may now run on another one.
func otherPlace(older, text string, r *compare.Result) bool {
	if changes(text) {
		return false
	}
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		a, b := strings.ToLower(c.Old), strings.ToLower(c.New)
		return environments[a] && environments[b] && (inEach(older, c.Old) && inEach(text, c.New) || inHead(older, c.Old) && inHead(text, c.New))
	})
}

// inEach reports whether a part follows "in" or "for": it says where, or for what, the rest holds.
func inEach(text, part string) bool {
	at := placeOf(text, part, true)
	if at < 0 {
		return false
	}
	before := strings.Fields(strings.ToLower(text[:at]))
	for len(before) > 0 && determiners[before[len(before)-1]] {
		before = before[:len(before)-1]
	}
	return len(before) > 1 && (before[len(before)-1] == "in" || before[len(before)-1] == "for")
}

// otherCase reports whether two texts may both hold, since they are about two cases. Examples are two things that are forbidden, releases of two products, two uses of one thing
// ("Redis for sessions", "Redis for rate limits"), or two sides of one thing ("reads from", "writes to").
func otherCase(older, text string, r *compare.Result) bool {
	forbid := forbids.MatchString(older) && forbids.MatchString(text)
	for _, c := range r.Changed {
		if c.Old == "" || c.New == "" {
			continue
		}
		switch {
		case r.Class == compare.Negated && bans.MatchString(older) != bans.MatchString(text): // "rotate the keys every quarter", "never rotate the keys from a laptop"
			return true
		case forbid && r.Class == compare.Changed && c.Kind != compare.Number && !strings.ContainsAny(c.Old+c.New, "0123456789"):
			return true
		case len(r.Changed) == 1 && !values[c.Kind] && usedFor(older, c.Old) && usedFor(text, c.New):
			return true
		case inHead(older, c.Old) && inHead(text, c.New) && release(c.Old) && release(c.New) && !strings.EqualFold(strings.Fields(c.Old)[0], strings.Fields(c.New)[0]):
			return true
		case len(r.Changed) > 1 && ends[strings.ToLower(c.Old)] != "" && ends[strings.ToLower(c.Old)] == ends[strings.ToLower(c.New)]:
			return true
		}
	}
	return false
}

// usedFor reports whether a part ends the text as the purpose for which something is used. The same thing may have more purposes.
func usedFor(text, part string) bool {
	at := placeOf(text, part, true)
	return at >= 0 && uses.MatchString(text[:at]) && strings.Trim(text[at+len(part):], " .!") == ""
}

var uses = pattern.New(`(?i)\buse[sd]? [^,;:.]+ for (?:the |our |a |an )?$`)

// forbids matches the beginning of a rule that forbids something. Two such rules about different things both hold.
var forbids = pattern.New(`(?i)^(?:please )?(?:never|do not|don't|don’t|avoid|no) `)

// bans matches the beginning of a command not to do something.
var bans = pattern.New(`(?i)^(?:please )?(?:never|do not|don't|don’t|avoid) `)

// release reports whether a part is a word and a number, as a product and its release are.
func release(part string) bool {
	f := strings.Fields(part)
	return len(f) == 2 && !strings.ContainsAny(f[0], "0123456789") && strings.Trim(f[1], "0123456789.") == ""
}

// ends are pairs of opposite actions that one thing does on its two sides.
var ends = func() map[string]string {
	out := map[string]string{}
	for _, pair := range []string{"read write", "send receive", "import export", "upload download", "push pull", "encode decode", "encrypt decrypt", "load store", "load save", "buy sell", "publish subscribe", "open close", "start end", "start stop", "arrive leave"} {
		for _, verb := range strings.Fields(pair) {
			out[verb], out[verb+"s"] = pair, pair
		}
	}
	return out
}()
