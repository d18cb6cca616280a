package engine

import (
	"asterism/engine/dream"
	"asterism/engine/store"
)

// DreamQuestion asks for consolidation of a namespace, or for a dream to be undone.
type DreamQuestion struct {
	Namespace string
	Rationale string // required: why now; kept with what Undo needs
	Phase     dream.Phase
	DryRun    bool
	Undo      store.ID              // take this dream back instead
	Progress  func(done, total int) // steps; total grows by the merges once they are known
}

// SubGoalQuestion asks what the memories of a namespace are about.
type SubGoalQuestion struct {
	Namespace      string
	MinClusterSize int // 2…1000; 0: 5
	MaxGoals       int // 1…50; 0: 10
	Progress       func(done, total int)
}

// SubGoals is what was found, most confident first.
type SubGoals struct {
	Namespace string
	Goals     []dream.SubGoal
	Memories  int // live ones
	Clustered int // of them looked at: all, or above MaxClustered that many at even distances in time
	Loose     int // of them in no cluster of the size
}

// DreamAnswer is what a dream did, or what undoing one brought back; Rationale is why it was dreamt, not why it was undone.
type DreamAnswer struct {
	dream.Report
	Undone bool
}
