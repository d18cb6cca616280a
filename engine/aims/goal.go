package aims

import (
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// GoalNote is a goal on its way in.
type GoalNote struct {
	Namespace   string // "": the default one
	Description string // 1…MaxGoalBytes, not blank
	Level       purpose.Level
	Parent      store.ID // zero: the North Star
}

// GoalSet says what setting or adding a goal did.
type GoalSet struct {
	Goal     purpose.Goal
	Replaced *purpose.Goal // the North Star that was there before; its children are the new one's now
	Same     bool          // nothing changed: the goal was set with these words already
	Spaces   models.Set    // in which the goal has a value
	Like     *purpose.Goal // another goal of the namespace that says the same in other words; nil: none
	Against  *purpose.Goal // another that it contradicts, by its words; nil: none
	Differs  string        // how, with Against
	Aligning int           // memories whose purpose vectors are being measured again, in the background
}

// GoalsRemoved says what removing a goal took away.
type GoalsRemoved struct {
	Goals    []purpose.Goal // the goal first, then what was below it
	Aligning int
}

// GoalTree is all goals of a namespace and how many memories are measured against them.
type GoalTree struct {
	Namespace string
	Goals     []purpose.Goal // parents before children, then by time; empty: none is set
	Measured  int            // memories whose purpose vector is of these goals, however near to them they are; 0 where there are none
	Memories  int            // live memories
	Aligning  bool           // the background is at work on the rest
}
