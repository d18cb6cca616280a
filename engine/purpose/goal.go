package purpose

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Level is a goal's rank in the tree. Its weight is how much a goal counts among the children of one parent.
type Level string

// The levels, highest first.
const (
	NorthStar Level = "north_star"
	Strategic Level = "strategic"
	Tactical  Level = "tactical"
	Immediate Level = "immediate"
)

// Levels lists them, highest first.
var Levels = []Level{NorthStar, Strategic, Tactical, Immediate}

// Weight is 1.0, .7, .4, .2 from the North Star down; 0 for an unknown level.
func (l Level) Weight() float64 {
	switch l {
	case NorthStar:
		return 1
	case Strategic:
		return .7
	case Tactical:
		return .4
	case Immediate:
		return .2
	}
	return 0
}

// Above reports whether l is a higher level than o.
func (l Level) Above(o Level) bool {
	return slices.Contains(Levels, l) && slices.Index(Levels, l) < slices.Index(Levels, o)
}

// Goal is the purpose of a namespace's work. A namespace has at most one North Star; every other goal has a parent in the
// same namespace, whose level is higher.
type Goal struct {
	ID          uuid.UUID
	Namespace   string
	Level       Level
	Parent      uuid.UUID // zero for the North Star
	Description string
	Weight      float64 // Level.Weight, or as changed by a correction
	Created     time.Time
	Updated     time.Time
}
