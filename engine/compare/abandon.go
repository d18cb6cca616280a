package compare

import (
	"slices"
	"strings"
)

// mostGivingUp is how many telling words a step that gives a goal up has: a longer one says what else is done.
const mostGivingUp = 8

var (
	// givesUp are stems of verbs by which work is given up, and quits those that mean it of work alone: one stops a server, and that may be a part of the work.
	givesUp = setOf("abandon cancel scrap discontinu shelv ditch")
	quits   = setOf("stop halt revert undo drop end quit kill")
	// undoes are those that mean it of what should hold, also where it is done on a condition.
	undoes = setOf("disabl skip bypass ignor omit")
	// takesAway are those that mean it of what a goal offers, which are stems of offers.
	takesAway = setOf("remov delet drop disabl")
	offers    = setOf("support offer enabl provid includ")
	// saysWhen are words behind which a text says when, not what.
	saysWhen = setOf("befor after dure until while onc")
	// undertakings stand for the goal itself.
	undertakings = setOf("goal plan project work effort idea undertak initi task job whole everyth entir complet altogeth now we let should must decid pleas us")
	// lessening are words of goals that want less of something: to stop that is a step on them.
	lessening = setOf(WantingLess)
)

// Words, by their stems, that goals and steps are read by here and in package aims.
const (
	// TakingAway are verbs that take away what their object names: "remove", "skip", "scrap".
	TakingAway = "remov delet drop disabl skip bypass omit elimin discard strip abolish ditch scrap"
	// WantingLess are words of a goal that wants less of what it names: "fewer", "avoid", "cancel".
	WantingLess = "fewer less reduc remov lower delet elimin cut minimis minim avoid stop without prevent drop end cancel abandon undo revert disabl skip bypass ignor omit"
)

// separable are verbs of two words, as one of givesUp or of quits.
var separable = strings.NewReplacer("give up on", "abandon", "giving up on", "abandon", "give up", "abandon", "call off", "cancel", "calling off", "cancel", "roll back", "revert", "rolling back", "revert",
	"stop working on", "abandon", "back out of", "abandon")

// givenUp is the verb by which a short text gives up what a goal, or a clause of it, is about ("abandon the migration" beside "migrate the database"); "" where none does. It must name
// what the goal does, and nothing that the goal does not have: a text that stops something else may be a step on the goal. What is only stopped in one of several clauses may go on in the
// next, and what is stopped on a condition is a part of the work.
func (g *aims) givenUp(text string) string {
	rest, when := unconditional(text)
	parts := []clause{{text: rest}}
	if clauses := clausesOf(rest); len(clauses) > 1 {
		parts = append(parts, clauses...)
	}
	for i, part := range parts {
		for k := range g.all {
			if verb, up := g.abandons(&g.all[k], part.text); up && (undoes[verb] || takesAway[verb] && i == 0 || !when && (i == 0 || givesUp[verb])) {
				return verb
			}
		}
	}
	return ""
}

// abandons reports whether a text gives up an aim, and the verb that says so.
func (g *aims) abandons(a *aim, text string) (verb string, yes bool) {
	aims := withoutLimits(a.tokens)
	first := slices.IndexFunc(aims, func(t token) bool { return t.weight > 0 })
	if first < 0 || slices.ContainsFunc(aims, func(t token) bool { return t.denies || t.negated > 0 || lessening[t.stem] }) {
		return "", false
	}
	if e := exceptionOf(a.tokens); e != nil { // to give up what is excepted gives up nothing
		for _, thing := range e.things {
			if hasKey(tokens(text), a.tokens[thing[0]].key) {
				return "", false
			}
		}
	}
	offered := offers[aims[first].stem]             // and what it offers may be named
	said, named, of, when := 0, false, false, false // words; what the goal does was named, or the goal itself; it is said when
	does := tokens(separable.Replace(strings.ToLower(text)))
	for _, t := range does {
		switch {
		case (t.denies || t.negated > 0) && !t.ending && !(t.negated > 0 && does[t.negated-1].ending):
			return "", false
		case verb == "" && (givesUp[t.stem] || quits[t.stem] || undoes[t.stem] || offered && takesAway[t.stem]):
			verb = t.stem
		case undertakings[t.stem]:
			of = of || verb != "" && t.weight > 0
		case t.weight == 0:
			when = when || saysWhen[t.stem]
		case verb == "": // it does something else first
			return "", false
		case !g.hasWord(&t):
			return "", false
		default:
			named = named || !when && (offered && takesAway[verb] && slices.ContainsFunc(aims, func(a token) bool { return a.key == t.key }) || t.stem == aims[first].stem || t.key == aims[first].key || isDoing(t.text))
		}
		if t.weight > 0 {
			said++
		}
	}
	return verb, verb != "" && said <= mostGivingUp && (named || of && givesUp[verb])
}

// withoutLimits is an aim up to where it says what must not happen on the way: "migrate the database without downtime".
func withoutLimits(all []token) []token {
	for i := range all {
		if all[i].stem == "without" && i > 0 {
			out := slices.Clone(all[:i])
			for k := range out {
				if out[k].negated == i+1 {
					out[k].negated = 0
				}
			}
			return out
		}
	}
	return all
}

// isDoing reports whether a noun names what somebody does: a migration, a deployment, a removal.
func isDoing(word string) bool {
	return slices.ContainsFunc([]string{"tion", "sion", "ment", "ing", "al"}, func(end string) bool { return strings.HasSuffix(strings.TrimSuffix(word, "s"), end) })
}
