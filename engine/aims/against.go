package aims

import (
	"fmt"

	"asterism/engine/compare"
	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// ofContradiction is what a similarity or an alignment is multiplied with where the text goes against the goal: vectors and words call it much like the goal, as it is about
// the same thing. Nine tenths of the way down, what was .999 lies below the usual threshold of drift.
const ofContradiction = .1

// What a check says beside its figures.
const (
	saysContradicts = "contradicts %s: %s"
	saysOther       = "differs from %s: %s"
)

// reflect compares the step with the goal and the goals below it by their words, and corrects the hybrid measure: a step against one of them is not aligned.
func (c *GoalChecked) reflect(action string) {
	if c.Measured == nil {
		return
	}
	for _, goal := range append([]string{c.Goal}, c.SubGoals...) {
		differs, against := compare.Against(goal, action)
		if !against {
			if how, is := denied(goal, action); is {
				differs, against = how, true
			}
		}
		switch {
		case against:
			c.Contradicts, c.Note = true, fmt.Sprintf(saysContradicts, c.named(goal), differs)
			c.Similarity *= ofContradiction
			return
		case differs != "" && c.Note == "":
			c.Note = fmt.Sprintf(saysOther, c.named(goal), differs)
		}
	}
}

// named is how a note names one of the goals that a step is compared with.
func (c *GoalChecked) named(goal string) string {
	if goal == c.Goal {
		return "the goal"
	}
	return fmt.Sprintf("the goal %q below it", fault.Clip(goal, longestNamed))
}

// turnAgainst lowers the alignments of memories whose text goes against a goal of the tree. It compares words: a memory without its text is left as it is.
func turnAgainst(tree *purpose.Tree, m *store.Memory, vector *[models.Count]float32) {
	if goal, _ := against(tree, m.Content); goal != nil {
		for s := range vector {
			vector[s] *= ofContradiction // absent is NaN and stays it
		}
	}
}

// against is the first goal of the tree that a text goes against, and how; nil: none.
func against(tree *purpose.Tree, text string) (*purpose.Tree, string) {
	if text == "" {
		return nil, ""
	}
	for _, goal := range tree.All() {
		if differs, is := compare.Against(goal.Description, text); is {
			return goal, differs
		}
	}
	return nil, ""
}

// Against is the goal of a namespace that a text contradicts, which makes its alignments low, and how it does, such as "negated: adds not"; nil: none. It is not stored, but
// computed for the memory that is asked for.
func Against(s *Service, namespace, text string) (*purpose.Tree, string) {
	tree := s.Tree(namespace)
	if tree == nil {
		return nil, ""
	}
	return against(tree, text)
}
