package aims

import (
	"strings"
	"unicode"

	"asterism/engine/goaldna"
)

// What a check says of a step that is neither for nor against a goal.
const (
	saysWordless = "no signal: the step has no words that could be compared with the goal; say what it does"
	saysChore    = "neither for nor against the goal: every project has such a step, and the goal does not name it"
)

// neutral takes the signal from a step that says nothing of what the work is for: one without a letter or a digit, and in hybrid mode a chore. A chore that names the goal may count for it,
// never against it; one that contradicts it does.
func (c *GoalChecked) neutral(action string) {
	switch {
	case !strings.ContainsFunc(action, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		c.Note = saysWordless
	case c.Measured != nil && c.Signal && !c.Contradicts && goaldna.Chore(action) &&
		(len(c.Measured.Matched) == 0 || goaldna.NewHybrid(c.Goal, c.SubGoals...).Evidence(c.Similarity, c.Measured.ByWords()) > 0):
		c.Note = saysChore
	default:
		return
	}
	c.Signal, c.Similarity = false, goaldna.NoSignal
}
