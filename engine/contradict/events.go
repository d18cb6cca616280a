package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// otherEvent reports whether each of two texts tells of something that happened, and of another one: at another time, in another version, by or to somebody or something else, or of
// another one of many that have numbers. A number alone that differs otherwise, or what one says the other denies, is about the same event. What a past tense says to
// have been decided or changed holds until something else does.
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

// onceOnly reports whether a text tells of what happened in the words in which an older one says what holds: what is done as a rule is done whatever happened once.
func onceOnly(older, text string, r *compare.Result) bool {
	return r.Class == compare.Changed && happened(text) && !tells(text) && !happened(older)
}

// did is what a text says that somebody did once with some thing, by a verb that tells a change elsewhere: "Nadia has moved the phone to the counter". What "we" did may be decided.
var did = pattern.New(`^(?:[A-Z]\S+ )?(?:[A-VX-Z]\S*|W[^e]\S*) (?:has |have )?(?:moved|left|changed|switched|replaced|extended|cut|reduced) (?:a|an|the|her|his|their|its|my) `)

// isCase reports whether a number in a text tells which of many things of a kind is meant, as in "order 1182": the kind stands in front of it.
func isCase(text, number string) bool {
	at := placeOf(text, number, true)
	if at < 0 || strings.Trim(number, "#0123456789") != "" {
		return false
	}
	before := strings.Fields(strings.ToLower(strings.TrimRight(text[:at], "# ")))
	return len(before) > 0 && cases[before[len(before)-1]]
}

// months tell that a number is a day: "3 March".
var months = pattern.New(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b`)

// Words of a text that tells what happened, or what it is not.
var (
	// went are past tenses without an ending.
	went = words("took ran met saw gave sent paid sold bought beat found lost won broke built wrote flew went came fell rose hit spent held made did got left began told said spoke read drove ate drank slept swam taught caught heard met " +
		"froze stood lay forgot hung swung rode withdrew blew bit sat stuck spun fled lent shipped grew drew threw sang stole tore wore woke shook rang hid fought thought brought felt dealt slid struck sank shot shut spread burst")
	// holding are words that make a text one of what holds: verbs of the present.
	holding = words("is are am has have can may must should will shall does do now")
	// decided are verbs whose past tells what holds from then on.
	decided = words("chose decided agreed picked selected adopted settled appointed promoted elected named assigned scheduled rescheduled postponed delayed set put standardised standardized hired joined planned needed wanted preferred used lived owned meant")
	// noPast end as a past tense does.
	noPast = words("need feed seed speed bed embed exceed proceed succeed breed indeed hundred red shared based related led shed unlimited limited advanced dedicated managed hosted")
	// cases are things that are told apart by numbers.
	cases = words("order orders ticket tickets issue issues invoice invoices case claim request bug incident pr mr parcel shipment delivery booking reservation customer user account patient " +
		"passenger employee build job batch transaction payment contract flight train alert commit change task story lot unit machine server device sensor room seat table page chapter lesson session")
	// determiners stand in front of a thing, and a participle between the two tells which.
	determiners = words("the a an our my your his her its their this that these those each every all no")
)

// happened reports whether a text tells what happened: it has a verb of the past, none of the present, and none that says what was decided or changed.
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

// otherPlace reports whether two texts say the same, or its opposite, of two environments, each of which has a state of its own: "on in production", "on in staging". What a thing runs
// on may be another one now.
func otherPlace(older, text string, r *compare.Result) bool {
	if changes(text) {
		return false
	}
	return slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		a, b := strings.ToLower(c.Old), strings.ToLower(c.New)
		return environments[a] && environments[b] && (inEach(older, c.Old) && inEach(text, c.New) || inHead(older, c.Old) && inHead(text, c.New))
	})
}

// inEach reports whether a part of a text follows a word behind which stands where, or what for, the rest is so.
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

// otherCase reports whether two texts are about two cases of which the same may hold: what is forbidden of one thing and of another, what another release of another product does, what
// the same is used for ("Redis for sessions", "Redis for rate limits"), or what one does at both ends ("reads from", "writes to").
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

// usedFor reports whether a part of a text ends it as what something is used for: the same may be used for more.
func usedFor(text, part string) bool {
	at := placeOf(text, part, true)
	return at >= 0 && uses.MatchString(text[:at]) && strings.Trim(text[at+len(part):], " .!") == ""
}

var uses = pattern.New(`(?i)\buse[sd]? [^,;:.]+ for (?:the |our |a |an )?$`)

// forbids begins a rule that forbids something: so does the next one, of something else.
var forbids = pattern.New(`(?i)^(?:please )?(?:never|do not|don't|don’t|avoid|no) `)

// bans begins a command not to do something.
var bans = pattern.New(`(?i)^(?:please )?(?:never|do not|don't|don’t|avoid) `)

// release reports whether a part of a text is a name with a number behind it, as of a product and its release.
func release(part string) bool {
	f := strings.Fields(part)
	return len(f) == 2 && !strings.ContainsAny(f[0], "0123456789") && strings.Trim(f[1], "0123456789.") == ""
}

// ends are pairs of what one thing does on its two sides.
var ends = func() map[string]string {
	out := map[string]string{}
	for _, pair := range []string{"read write", "send receive", "import export", "upload download", "push pull", "encode decode", "encrypt decrypt", "load store", "load save", "buy sell", "publish subscribe", "open close", "start end", "start stop", "arrive leave"} {
		for _, verb := range strings.Fields(pair) {
			out[verb], out[verb+"s"] = pair, pair
		}
	}
	return out
}()
