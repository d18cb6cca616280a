package aims

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine/goaldna"
	"asterism/engine/words"
)

// What a check says where the models do not read a step or a goal.
const (
	saysUnreadable = "cannot judge: the models do not read the language of %s, and they share no word; say %s in English"
	saysShared     = "cannot judge: the models do not read the language of %s; the words that they share (%s) do not tell whether the step is for the goal or against it; say %s in English"
)

// step takes the signal from the check of a step that models do not read, or not its goals. Words that both have say what a step is about, and not whether it works for the goal: of steps against
// goals that share two words with them half have no word of denial that is known.
func (j judge) step(c *GoalChecked, action string) {
	goals := append([]string{c.Goal}, c.SubGoals...)
	if !c.Signal || c.Contradicts || slices.ContainsFunc(goals, func(goal string) bool { return j.comparable(goal, action) }) {
		return
	}
	var shared []string
	for _, goal := range goals {
		for _, w := range words.Shared(goal, action) {
			if !slices.Contains(shared, w) {
				shared = append(shared, w)
			}
		}
	}
	c.Measured.Matched = shared
	c.Signal, c.Similarity = false, goaldna.NoSignal
	whose, say := j.whose(action, goals)
	if c.Note = fmt.Sprintf(saysUnreadable, whose, say); len(shared) > 0 {
		c.Note = fmt.Sprintf(saysShared, whose, strings.Join(shared, ", "), say)
	}
}

// whose says which of a step and its goals the models do not read, and which are to be said in English.
func (j judge) whose(action string, goals []string) (whose, say string) {
	switch step, goal := j.reads(action), slices.ContainsFunc(goals, j.reads); {
	case step && !goal:
		return "the goal", "the goal"
	case goal && !step:
		return "this step", "the step"
	}
	return "this step, or of the goal", "both"
}
