package compare

import (
	"slices"
	"strings"
)

var (
	// cancels are stems of verbs that say that a plan is off.
	cancels = setOf("cancel scrap abandon shelv axe")
	// ends are stems of verbs that end the support of something.
	ends = setOf("drop end remov discontinu withdraw stop")
	// planned are stems of words that say that something will be, or is.
	planned = setOf("will shall plan schedul intend run start begin happen launch book confirm")
	// leaves are stems of verbs that end the use of something.
	leaves = stemsOf("abandon drop ditch scrap retire ax discontinue")
	// leavesBy are words behind such verbs: "moved away from", "got rid of".
	leavesBy = map[string]string{"away": "from", "rid": "of"}
)

// calledOff reports whether one text says that something was cancelled and the other that it will take place ("the migration in March was cancelled", "the migration will run in March"), or
// one says that support was dropped and the other that it is supported.
func (c *comparison) calledOff() bool {
	return calledOff(c.a, c.b, c.restA, c.toB) || calledOff(c.b, c.a, c.restB, c.toA)
}

func calledOff(all, other []token, rest, partner []int) bool {
	for _, i := range rest {
		t := &all[i]
		if cancel := cancels[t.stem]; t.negated > 0 || !cancel && !ends[t.stem] || !participle(lowered(t.text)) && !strings.Contains(t.text, " ") {
			continue
		} else if named, support := whatOf(all, other, i, partner); named && (support || cancel && isPlan(other)) {
			return true
		}
	}
	return false
}

// whatOf reports whether the other text names all that the verb at a position cancels or drops, without denying it. support: the verb drops support.
func whatOf(all, other []token, at int, partner []int) (named, support bool) {
	from, end := at+1, at+1 // "we cancelled the migration"
	if passiveAt(all, at) {
		from, end = clauseStart(all, at), at
	} else {
		for end < len(all) && !all[end-1].stop {
			end++
		}
	}
	for i := from; i < end; i++ {
		support = support || all[i].stem == "support" && partner[i] >= 0
		switch j := partner[i]; {
		case all[i].weight < ofValue:
		case j < 0 || all[i].key != other[j].key || other[j].negated > 0:
			return false, false
		case all[i].weight >= ofContent:
			named = true
		}
	}
	return named, support
}

// passiveAt reports whether a form of "be" or "get" is close in front of a verb.
func passiveAt(all []token, at int) bool {
	for i := at - 1; i >= 0 && i >= at-3 && !all[i].stop; i-- {
		if all[i].stem == "be" || all[i].stem == "get" {
			return true
		}
	}
	return false
}

// clauseStart returns the index at which the clause of a token begins.
func clauseStart(all []token, at int) int {
	for at > 0 && !all[at-1].stop {
		at--
	}
	return at
}

// isPlan reports whether a text says that something will be, or when it is, and does not say that it ended.
func isPlan(all []token) (plan bool) {
	for i := range all {
		if cancels[all[i].stem] || all[i].denies {
			return false
		}
		plan = plan || planned[all[i].stem] || planned[all[i].key] || all[i].kind == Time
	}
	return plan
}

// usedNoMore returns the class of two texts of which one says that something is no longer used ("we dropped Jenkins", "we moved away from Jenkins"), and the other whether it is used, and
// little else; "" for other texts.
func (c *comparison) usedNoMore() Class {
	if class := leftBeside(c.a, c.b, c.restB, c.toB); class != "" {
		return class
	}
	return leftBeside(c.b, c.a, c.restA, c.toA)
}

func leftBeside(all, other []token, rest, partner []int) Class {
	if len(rest) != 1 || other[rest[0]].key != known().groupOf("use") {
		return ""
	}
	for i := range all {
		from := i + 1
		if by := leavesBy[all[i].stem]; by != "" && i+1 < len(all) && all[i+1].stem == by {
			from++
		} else if !leaves[all[i].stem] || !past(all, i) {
			continue
		}
		thing := phraseFrom(all, from)
		if from == i+1 && passiveAt(all, i) { // "Jenkins was dropped"
			thing = phraseBefore(all, i)
		}
		if all[i].negated > 0 || len(thing) == 0 || slices.ContainsFunc(all[from:], func(t token) bool { return t.stem == "to" || t.stem == "for" }) {
			continue
		}
		for _, at := range thing {
			if j := partner[at]; j < 0 || all[at].key != other[j].key || other[j].negated > 0 {
				return ""
			}
		}
		if other[rest[0]].negated > 0 {
			return Rephrased
		}
		return Contradiction
	}
	return ""
}
