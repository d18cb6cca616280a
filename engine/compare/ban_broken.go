package compare

import (
	"slices"
	"strings"
)

// Bounds of what a text says in addition to an act that a goal forbids.
const (
	mostBefore = 2. // weight of words in front of the act that the goal does not have, such as who does it
	mostWithin = 2. // weight of words in between
)

var (
	// brings are verbs at the head of a step that does, or allows, what follows. Other verbs say what is done about it: to discuss, to simulate.
	brings = stemsOf("allow permit let accept tolerate cause add show put introduce create have take use make get bring give keep write include return implement build configure set start begin enable change " +
		"switch run schedule continue need want go turn remove skip drop delete disable decide")
	// inPlaces are prepositions of place.
	inPlaces = setOf("in into to on onto from of at within insid")
)

// forbidden reports whether a text does what an aim forbids, or puts something beyond its limit, and in what they differ. doing are the words of the text without its
// conditions (see unconditional).
func (a *aim) forbidden(g *aims, c *comparison, doing []token) (differs string, yes bool) {
	if guard := a.unguards(c); guard != "" {
		return "taken away: " + guard, true
	}
	if !a.breaks(g, c, doing) && (!a.crosses(c) && !a.exceeds(c) || c.guardedBut(g, 0)) {
		return "", false
	}
	said := *c
	if r := said.result(); r.Class == Negated || r.Class == Contradiction {
		return r.Words(), true
	}
	var both []int
	for j, i := range c.toA {
		if i >= 0 && c.b[j].weight > 0 {
			both = append(both, j)
		}
	}
	return string(Contradiction) + ": " + short(written(c.b, both)), true
}

// breaks reports whether a text does what an aim forbids, under all its conditions. doing are the words of the text without its conditions (see unconditional); the act must be among them.
func (a *aim) breaks(g *aims, c *comparison, doing []token) bool {
	b := a.banIn(c)
	if b == nil {
		return false
	}
	first, last, actual := len(c.b), -1, c.toB[b.act]
	beyond := a.limit != nil && len(c.a) == len(a.tokens) && b.has(a.limit.number) && a.limit.at != b.act && limitOf(c.b) == nil && c.beyond(a.limit, c.onlyNumber(), false)
	for _, i := range b.needed {
		j := c.toB[i]
		if beyond && (i == a.limit.at || i == a.limit.number) {
			continue
		}
		if j >= 0 && c.opposite[i] {
			j = -1
		}
		if j < 0 {
			if i == b.act && carriers[c.a[i].stem] || a.implied(c, b, i) {
				continue
			}
			return false
		}
		first, last = min(first, j), max(last, j)
		denied := c.b[j].negated > 0
		if i == b.act && denied || !agree(relationOf(c.a, i, b.at), relationOf(c.b, j, -1), denied) {
			return false
		}
	}
	if last < 0 || actual >= 0 && !hasKey(doing, c.b[actual].key) {
		return false
	}
	return c.headed(g, first, b.bare) && !a.takesOut(c, b, first) && c.together(first, last) && !c.aboutPart(b) && !c.guardedBut(g, first)
}

// implied reports whether an approving text means the object of the aim's act without naming it: "charging twice is fine", where no customer must be charged twice. The text must then say
// only the act and a condition of it.
func (a *aim) implied(c *comparison, b *ban, i int) bool {
	if t := &c.a[i]; i == b.act || t.kind != Word || relationOf(c.a, i, b.at) != plainly || i > 0 && inPlaces[c.a[i-1].stem] {
		return false
	}
	approves, said := false, 0
	for j := range c.b {
		switch t := &c.b[j]; {
		case t.denies:
			return false
		case c.toA[j] >= 0:
			if b.has(c.toA[j]) && t.weight > 0 {
				said++
			}
		case permits[t.stem] || permits[t.key]:
			approves = approves || t.weight > 0
		case t.weight > 0:
			return false
		}
	}
	return approves && said >= 2
}

func hasKey(all []token, key string) bool {
	for i := range all {
		if all[i].key == key {
			return true
		}
	}
	return false
}

// headed reports whether the words in front of an act let the text do it: who does it, a verb of brings, and no "not".
func (c *comparison) headed(g *aims, first int, bare bool) bool {
	before, head := 0., true
	for j := range c.b[:first] {
		t := &c.b[j]
		if t.denies {
			return false
		}
		if t.weight == 0 {
			head = head && !articles[lowered(t.text)] && !ours[lowered(t.text)]
			continue
		}
		if c.toA[j] < 0 && !permits[t.stem] && !permits[t.key] && !g.hasWord(t) {
			if head && !brings[t.stem] && !brings[t.key] && !(strings.HasSuffix(t.text, "s") && !strings.HasSuffix(t.text, "ss")) {
				return false
			}
			before += t.weight
		}
		head = false
	}
	return before == 0 || before <= mostBefore && bare || before <= ofContent
}

// takesOut reports whether the words in front of an act remove what the aim forbids: "remove passwords from the log", where they must not be logged. If the aim forbids
// the lack of something, the removal of that breaks it.
func (a *aim) takesOut(c *comparison, b *ban, first int) bool {
	for j := range c.b[:first] {
		if t := &c.b[j]; removals[t.stem] && t.weight > 0 && c.toA[j] < 0 {
			return !slices.ContainsFunc(b.needed, func(i int) bool { return relationOf(c.a, i, b.at) == lacking })
		}
	}
	return false
}

// together reports whether the words of a range are in one sentence that says little else.
func (c *comparison) together(first, last int) bool {
	within := 0.
	for j := first; j <= last; j++ {
		if c.toA[j] < 0 {
			within += c.b[j].weight
		}
		if j < last && strings.HasSuffix(c.b[j].text, ".") {
			return false
		}
	}
	return within <= mostWithin
}

// aboutPart reports whether a text is about a part of the act's object: the cache of user data, where the data must not be deleted.
func (c *comparison) aboutPart(b *ban) bool {
	for _, i := range b.needed {
		j := c.toB[i]
		if j < 0 || i == b.act || c.a[i].kind == Time || c.a[i].kind == Number || j+1 >= len(c.b) || c.b[j].stop || relationOf(c.a, i, b.at) != plainly || i > 0 && inPlaces[c.a[i-1].stem] {
			continue
		}
		if next := &c.b[j+1]; c.toA[j+1] < 0 && next.weight >= ofContent && next.kind == Word && !strings.HasSuffix(next.text, "ly") && !strings.HasSuffix(next.text, "ed") && !permits[next.stem] {
			if i+1 < len(c.a) && c.a[i+1].weight > 0 && c.toB[i+1] >= 0 { // "charge a customer" in the aim, "twice" behind a word in the text
				continue
			}
			return true
		}
	}
	return false
}
