package answer

import (
	"fmt"

	"asterism/engine"
	"asterism/mcp/failure"
)

// Goals is what get_goals answers.
type Goals struct {
	Namespace string    `json:"namespace"`
	NorthStar *Goal     `json:"north_star"` // null: none is set
	Goals     []Goal    `json:"goals"`
	Alignment Alignment `json:"alignment"`

	History *Events[GoalChange] `json:"history,omitempty"` // only on request
}

// Alignment says how many memories have a purpose vector for the present goals.
type Alignment struct {
	Memories int  `json:"memories"`
	Measured int  `json:"measured"` // whatever their similarity to the goals, which is drift
	Running  bool `json:"running"`  // the rest is being measured in the background
}

// TreeFrom converts the goals of a namespace to the answer of get_goals.
func TreeFrom(t *engine.GoalTree) Goals {
	return Goals{Namespace: t.Namespace, NorthStar: northStarOf(t.Goals), Goals: goalsFrom(t.Goals), Alignment: Alignment{t.Memories, t.Measured, t.Aligning}}
}

// GoalSet is what set_north_star and add_goal answer.
type GoalSet struct {
	Goal      Goal     `json:"goal"`
	Replaced  *Goal    `json:"replaced"` // the former North Star; null if there was none, or if it stays
	Unchanged bool     `json:"unchanged"`
	Embedders []string `json:"embedders"` // spaces in which the goal has a value
	Aligning  int      `json:"aligning"`  // memories to be aligned again, in the background
	Namespace string   `json:"namespace"`
	Note      string   `json:"note"`

	against, like string // in words: the goal that it contradicts, and how; the goal that it repeats
}

// GoalSetFrom converts a new goal to the answer of set_north_star and add_goal.
func GoalSetFrom(s *engine.GoalSet) GoalSet {
	v := GoalSet{Goal: goalFrom(s.Goal), Unchanged: s.Same, Embedders: spaceNames(s.Spaces), Aligning: s.Aligning, Namespace: s.Goal.Namespace}
	if s.Replaced != nil {
		g := goalFrom(*s.Replaced)
		v.Replaced = &g
	}
	switch {
	case s.Same:
		v.Note = "This goal was set already; nothing was changed."
	case s.Replaced != nil:
		v.Note = "It replaces the earlier North Star. The goals below that one are now below this one; its drift history stays under its own id."
	default:
		v.Note = "The goal is set."
	}
	if s.Against != nil {
		v.against = fmt.Sprintf("%s %q (%s)", named(s.Against.ID), cut(s.Against.Description, goalBeside), cut(s.Differs, goalBeside))
		v.Note += fmt.Sprintf(" But it contradicts goal %s, %q: %s. Remove or reword one of them; a step cannot serve both.", s.Against.ID, failure.Clip(s.Against.Description), s.Differs)
	}
	if s.Like != nil {
		v.like = fmt.Sprintf("%s %q", named(s.Like.ID), cut(s.Like.Description, goalBeside))
		v.Note += fmt.Sprintf(" It says the same as goal %s, %q: remove one of them, as both count in the alignment of memories.", s.Like.ID, failure.Clip(s.Like.Description))
	}
	return v
}

// GoalsRemoved is what remove_goal answers.
type GoalsRemoved struct {
	Removed  []Goal `json:"removed"` // the goal first, then the goals below it
	Aligning int    `json:"aligning"`
}

// GoalsRemovedFrom converts removed goals to the answer of remove_goal.
func GoalsRemovedFrom(gone *engine.GoalsRemoved) GoalsRemoved {
	return GoalsRemoved{goalsFrom(gone.Goals), gone.Aligning}
}
