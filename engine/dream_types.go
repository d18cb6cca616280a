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

// DreamAnswer is what a dream did, or what undoing one brought back; Rationale is why it was dreamt, not why it was undone.
type DreamAnswer struct {
	dream.Report
	Undone bool
}
