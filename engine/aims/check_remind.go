package aims

import "strings"

// mostReminded is how many goals below the one meant a reminder names.
const mostReminded = 5

// reminderOf says a goal in words, and the first of those below it.
func reminderOf(t *checkTarget) string {
	var b strings.Builder
	b.WriteString("The goal is: " + t.text)
	for i, goal := range t.tree.All() {
		switch {
		case goal.ID == t.id:
		case i > mostReminded:
			b.WriteString("; and others, see get_goals")
			return b.String()
		default:
			b.WriteString("; below it (" + string(goal.Level) + "): " + goal.Description)
		}
	}
	return b.String()
}
