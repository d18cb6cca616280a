package compare

import "strings"

// Bounds of a text that is checked against a goal. A longer text says more than that: what it says of the goal is a part of it, and may be a report or a test.
const (
	mostAgainst  = 400 // bytes of a text, and of a clause of a goal
	mostOfGoal   = 2000
	mostBesides  = 2.  // weight of the words that the goal does not have, without those that permit
	leastOfOther = .75 // share of one of the two texts that the other has
)

// permits are words of approval: they add no other content.
var permits = stemsOf("fine ok okay good allow accept right may can all every always anyway")

// guards are words of work toward a goal that name what the goal is against. A step that prevents or tests it does not contradict the goal.
var guards = setOf("prevent avoid stop fix detect find test check verifi confirm guard protect forbid refus reject block report refund log alert warn reproduc investig explain describ document monitor measur " +
	"analys analyz trace review audit debug undo revert handl why whether catch count ask discuss mask redact scrub sanit censor anonymis anonym encrypt hash")

// removals are words that take a guard away.
var removals = setOf(TakingAway + " without ignor")

// Against reports whether a short text contradicts a goal. It does so if it does what the goal denies, denies what the goal says, says the opposite ("never charge a
// customer twice", "charging a customer twice is fine"), or gives the goal up ("abandon the migration"). Both are compared whole and clause by clause. A part of the text
// that only says when or why something is done does not count. differs names the places; it is "" if the text is about something else, or is permitted next to a prohibition or a
// limit. Another value than the goal's is named in differs, but is not a contradiction: a step may be a part of the way. There are two exceptions: a decision for a number beyond
// a limit ("accept 350 ms" where 200 are the most), and the removal of a guard ("delete the duplicate-charge guard").
func Against(goal, text string) (differs string, against bool) {
	if len(text) > mostAgainst || len(goal) > mostOfGoal || (&read{modality: "text", text: text}).same(&read{modality: "text", text: goal}) {
		return "", false
	}
	g := aimsOf(goal)
	if verb := g.givenUp(text); verb != "" {
		return "given up: " + verb, true
	}
	if differs, turned, open := g.orderReversed(text); open {
		return "", false // "never deploy before testing" against "test before deploying"
	} else if turned {
		return differs, true
	}
	rest, when := unconditional(text)
	parts := []clause{{text: rest, end: len(rest)}}
	if clauses := clausesOf(rest); len(clauses) > 1 {
		parts = append(parts, clauses...)
	}
	if when && strings.HasPrefix(text, rest) && len(g.all) > 0 { // "require a connection when the app starts"
		if words, yes := g.all[0].against(g, g.all[0].beside(text), len(tokens(rest)), false); yes && !g.guarded(text) {
			return words, true
		}
	}
	for i, part := range parts {
		for k := range g.all {
			a := &g.all[k]
			c := a.beside(part.text)
			if words, yes := a.forbidden(g, c, c.b); yes {
				return words, true
			} else if when && i == 0 && a.ban != nil { // "restart the server while users are logged in"
				if words, yes := a.forbidden(g, a.beside(text), c.b); yes {
					return words, true
				}
			}
			words, yes := a.against(g, c, 0, i > 0)
			if yes = yes && !g.guarded(rest[:part.end]); yes {
				return words, true
			}
			if differs == "" && !g.guarded(rest[:part.end]) {
				differs = words
			}
		}
	}
	return differs, false
}

// beside aligns an aim with a text, or a clause of one.
func (a *aim) beside(text string) *comparison {
	c := &comparison{pairing: pair(reconciled(a.tokens, tokens(asOften(a.text, text))))}
	c.pairKinds()
	c.pairDisclosed(0)
	return c
}

// against compares an aim with a text, or a clause of one. The reversed word must be among the first tokens of the text, unless that is 0: the later ones only say when.
func (a *aim) against(g *aims, c *comparison, first int, part bool) (differs string, against bool) {
	r := c.result()
	if !r.Class.Update() || r.Class == Changed && len(c.values) == 0 || r.Class == Swapped {
		return "", false
	}
	turned, reversedAt := c.reversedAt()
	both := turned >= 0 && c.opposite[turned] && g.affirms(&c.b[reversedAt]) // another clause of the goal says the opposite: signed and unsigned packages
	if both || a.counts(c, turned) || c.disclosesOther(reversedAt) {
		return "", false
	}
	if first > 0 && reversedAt >= first {
		return "", false
	}
	besides, said := 0., total(c.b)-endedAlone(c.b, c.toA)
	for j := range c.b {
		switch t := &c.b[j]; {
		case c.toA[j] >= 0, t.ending:
		case permits[t.stem] || permits[t.key], c.narrows(j):
			said -= t.weight
		case j > reversedAt || !g.hasWord(t): // words in front of the reversed one may be what another clause of the goal is about
			besides += t.weight
		}
	}
	if besides > mostBesides || max(c.contained, 1-share(besides, said)) < leastOfOther {
		return "", false
	}
	if shared := total(c.a) - endedAlone(c.a, c.toB) - sum(c.a, c.restA); (part || a.part) && (shared < leastOfClause || 2*shared < a.weight) {
		return "", false
	}
	b := a.banIn(c)
	if c.permitted(b, r.Class) || a.keeps(c) || a.within(c) {
		return "", false
	}
	return r.Words(), (r.Class == Negated || r.Class == Contradiction) && !c.reversedIn(b)
}

// narrows reports whether a word of a text restricts a noun to which an aim applies in full: "internal traffic", where all traffic must be encrypted.
func (c *comparison) narrows(j int) bool {
	if j+1 >= len(c.b) || c.toA[j+1] < 1 || c.b[j].kind != Word {
		return false
	}
	return universal[c.a[c.toA[j+1]-1].stem]
}

// universal are words by which an aim applies to all of a thing.
var universal = stemsOf("all every each any")

// guarded reports whether a text has a word of guards that the goal does not have and that the text does not remove.
func (g *aims) guarded(text string) bool {
	all, removed := tokens(text), false
	for i := range all {
		t := &all[i]
		removed = removed && (i == 0 || !all[i-1].stop) || removals[t.stem]
		if data := kindsOfData[t.stem] && beginsNoun(lowered(t.text)); (guards[t.stem] || guards[t.key] && !data) && !g.hasWord(t) && !removed {
			return true
		}
	}
	return false
}
