package reembed

import (
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// Plan is what a [Run] has to do, known before anything is done.
type Plan struct {
	From, To string     // profiles; From is empty in a store that was never written to
	Spaces   models.Set // whose models differ
	Memories int        // in the store, forgotten ones too
	Left     int        // of them without new values: fewer than Memories when an earlier run was cut off
	Room     store.RenewalRoom
}

// Nothing says that the store has these models already.
func (p *Plan) Nothing() bool { return p.From == p.To && p.Spaces == 0 }

// Few says that so few memories are left that [Run.Finish] need not be put off.
func (p *Plan) Few() bool { return p.Left <= few }

// Report is what a [Run] did.
type Report struct {
	From, To string
	Spaces   models.Set
	Memories int            // in the store when it was switched
	Embedded int            // embeddings of memories, by this run; more than once where one was changed meanwhile
	Goals    int            // embedded anew
	Emptied  int            // saved workspaces, which held what was measured between old values
	Damaged  []store.Unread // memories whose header or text cannot be read, by their ids, and behind them damaged parts that do not tell whose they are: they have no new values, and are as they were else
	Unseen   int            // images that this [Run] found no value for: their files are gone or no images, or the new models see none
	Switched time.Duration  // how long nothing could be searched, the reading of memories at the next start not counted
	Cleared  bool           // the old values are out of the files; if not, the next start removes them
}
