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
	// undertakings stand for the goal itself.
	undertakings = setOf("goal plan project work effort idea undertak initi task job whole everyth entir complet altogeth now we let should must decid pleas us")
	// lessening are words of goals that want less of something: to stop that is a step on them.
	lessening = setOf("fewer less reduc remov lower delet elimin cut minimis minim avoid stop without prevent drop end cancel abandon undo revert")
)

// separable are verbs of two words, as one of givesUp or of quits.
var separable = strings.NewReplacer("give up on", "abandon", "giving up on", "abandon", "give up", "abandon", "call off", "cancel", "calling off", "cancel", "roll back", "revert", "rolling back", "revert",
	"stop working on", "abandon", "back out of", "abandon")

// abandons reports whether a short text gives up what a goal is about ("abandon the migration" beside "migrate the database"), and the verb that says so. It must name what the goal
// does, and nothing that the goal does not have: a text that stops something else may be a step on the goal.
func abandons(goal, text string) (verb string, yes bool) {
	aims := tokens(goal)
	first := slices.IndexFunc(aims, func(t token) bool { return t.weight > 0 })
	if first < 0 || slices.ContainsFunc(aims, func(t token) bool { return t.denies || t.negated > 0 || lessening[t.stem] }) {
		return "", false
	}
	has := map[string]bool{}
	for _, t := range aims {
		has[t.stem], has[t.key] = true, true
	}
	said, named, of := 0, false, false // the verb was said; what the goal does was named, or the goal itself
	for _, t := range tokens(separable.Replace(strings.ToLower(text))) {
		switch {
		case t.denies || t.negated > 0:
			return "", false
		case verb == "" && givesUp[t.stem], verb == "" && quits[t.stem]:
			verb = t.stem
		case undertakings[t.stem]:
			of = of || verb != "" && t.weight > 0
		case t.weight == 0:
		case verb == "": // it does something else first
			return "", false
		case !has[t.stem] && !has[t.key]:
			return "", false
		default:
			named = named || t.stem == aims[first].stem || t.key == aims[first].key || isDoing(t.text)
		}
		if t.weight > 0 {
			said++
		}
	}
	return verb, verb != "" && said <= mostGivingUp && (named || of && givesUp[verb])
}

// isDoing reports whether a noun names what somebody does: a migration, a deployment, a removal.
func isDoing(word string) bool {
	return slices.ContainsFunc([]string{"tion", "sion", "ment", "ing", "al"}, func(end string) bool { return strings.HasSuffix(strings.TrimSuffix(word, "s"), end) })
}
