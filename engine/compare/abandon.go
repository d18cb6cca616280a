package compare

import (
	"slices"
	"strings"
)

// mostGivingUp is the largest number of content words in a step that gives up a goal. A longer step does something else, too.
const mostGivingUp = 8

var (
	// givesUp are stems of verbs that give work up. quits do so only if the object is work: one stops a server, too, and that may be a part of the work.
	givesUp = setOf("abandon cancel scrap discontinu shelv ditch")
	quits   = setOf("stop halt revert undo drop end quit kill")
	// undoes do so if the object is something that should hold, also on a condition.
	undoes = setOf("disabl skip bypass ignor omit")
	// takesAway do so if the object is what a goal offers. offers are stems of that kind of goal.
	takesAway = setOf("remov delet drop disabl")
	offers    = setOf("support offer enabl provid includ")
	// saysWhen are words that begin a statement of time.
	saysWhen = setOf("befor after dure until while onc")
	// undertakings are words for the goal itself.
	undertakings = setOf("goal plan project work effort idea undertak initi task job whole everyth entir complet altogeth now we let should must decid pleas us")
	// lessening are words of goals that want less of something. To stop that thing is a step toward such a goal.
	lessening = setOf(WantingLess)
)

// Stems of words by which this package and package aims read goals and steps.
const (
	// TakingAway are verbs that remove their object: "remove", "skip", "scrap".
	TakingAway = "remov delet drop disabl skip bypass omit elimin discard strip abolish ditch scrap"
	// WantingLess are words of a goal that wants less of something: "fewer", "avoid", "cancel".
	WantingLess = "fewer less reduc remov lower delet elimin cut minimis minim avoid stop without prevent drop end cancel abandon undo revert disabl skip bypass ignor omit"
)

// separable maps verbs of several words to one of givesUp or quits.
var separable = strings.NewReplacer("give up on", "abandon", "giving up on", "abandon", "give up", "abandon", "call off", "cancel", "calling off", "cancel", "roll back", "revert", "rolling back", "revert",
	"stop working on", "abandon", "back out of", "abandon")

// givenUp returns the verb by which a short text gives up a goal, or a clause of it ("abandon the migration" against "migrate the database"); "" if there is none. The text must name
// what the goal does, and nothing that the goal does not name: a text that stops something else may be a step toward the goal. Clauses are also checked one by one. What is stopped
// on a condition does not count: it is a part of the work.
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

// abandons reports whether a text gives up an aim, and returns the verb.
func (g *aims) abandons(a *aim, text string) (verb string, yes bool) {
	aims := withoutLimits(a.tokens)
	first := slices.IndexFunc(aims, func(t token) bool { return t.weight > 0 })
	if first < 0 || slices.ContainsFunc(aims, func(t token) bool { return t.denies || t.negated > 0 || lessening[t.stem] }) {
		return "", false
	}
	if e := exceptionOf(a.tokens); e != nil { // giving up what the goal excepts does not give up the goal
		for _, thing := range e.things {
			if hasKey(tokens(text), a.tokens[thing[0]].key) {
				return "", false
			}
		}
	}
	offered := offers[aims[first].stem]             // then the text may name what the goal offers
	said, named, of, when := 0, false, false, false // content words; the goal's action, or the goal itself, was named; what follows only says when
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

// withoutLimits returns an aim up to "without": what must not happen during the work ("migrate the database without downtime").
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

// isDoing reports whether a noun names an action: a migration, a deployment, a removal.
func isDoing(word string) bool {
	return slices.ContainsFunc([]string{"tion", "sion", "ment", "ing", "al"}, func(end string) bool { return strings.HasSuffix(strings.TrimSuffix(word, "s"), end) })
}
