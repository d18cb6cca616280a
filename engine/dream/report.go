package dream

import (
	"time"

	"github.com/google/uuid"
)

// Phase is a part of a dream.
type Phase string

// The phases.
const (
	NREM      Phase = "nrem"
	REM       Phase = "rem"
	FullCycle Phase = "full_cycle"
)

// Phases lists them, the default last.
var Phases = []Phase{NREM, REM, FullCycle}

// Edge is a learned link between two memories, in no direction: A < B.
type Edge struct {
	A, B   uuid.UUID
	Before float64 // 0: new
	After  float64 // 0: removed at the floor
}

// Merge is a near copy that was merged: Younger is forgotten (restorable), Older is kept and took over its tags and links.
type Merge struct {
	Older, Younger uuid.UUID
	Similarity     float64 // of E1
}

// Proposal is a link that rem proposes between two memories that belong together.
type Proposal struct {
	A, B   uuid.UUID
	Score  float64  // see [Score]
	Shared []string // words of both, see [words.Telling]; nil of a dream that was undone, since its record holds no word
}

// Report is what a dream did, or with DryRun would have done.
type Report struct {
	ID        uuid.UUID // names the undo record; zero for a dry run, or when nothing was changed
	Namespace string
	Phase     Phase
	DryRun    bool
	Rationale string
	Started   time.Time
	Took      time.Duration
	Replayed  int
	Edges     []Edge
	Merges    []Merge
	LeftAlone int // copies that are not merged, since they were before, and were brought back
	Sampled   int // pairs that rem looked at
	Proposals []Proposal
	Cancelled bool // stopped before its end; what is listed is done and undoable
}

// SubGoal is a goal that a cluster of memories suggests.
type SubGoal struct {
	Name       string   // a noun phrase or two of its memories, or how the central one begins
	Unnamed    bool     // no phrase names it: Name is how the central one begins
	Terms      []string // most specific first
	Members    []uuid.UUID
	Cohesion   float64 // mean similarity within, 0…1
	Confidence float64 // from cohesion and size, 0…1
	Level      string  // suggested: strategic, tactical, immediate
	Central    uuid.UUID
	wordless   bool // none of its members has a word that a model knows
}
