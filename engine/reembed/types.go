package reembed

import (
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// Plan is what a [Run] has to do, before it does anything.
type Plan struct {
	From, To string     // profiles; From is empty in a store that was never written to
	Spaces   models.Set // whose models differ
	Memories int        // in the store, forgotten ones too
	Left     int        // number of them without new values: fewer than Memories if an earlier run was interrupted
	Room     store.RenewalRoom
}

// Nothing reports that the store has these models already.
func (p *Plan) Nothing() bool { return p.From == p.To && p.Spaces == 0 }

// Few reports that so few memories are left that [Run.Finish] need not be delayed.
func (p *Plan) Few() bool { return p.Left <= few }

// Report is the result of a [Run].
type Report struct {
	From, To string
	Spaces   models.Set
	Memories int            // in the store when it was switched
	Embedded int            // embeddings of memories, by this run; more than once where one was changed meanwhile
	Goals    int            // embedded again
	Emptied  int            // saved workspaces that were dropped, since they were measured between old values
	Damaged  []store.Unread // memories whose header or text cannot be read, by their ids, and after them damaged parts of unknown memories: they have no new values, and are otherwise unchanged
	Unseen   int            // images for which this [Run] found no value: their files are gone or not images, or the new models have no image model
	Switched time.Duration  // how long no search was possible, without the reading of memories at the next start
	Cleared  bool           // the old values are removed from the files; if not, the next start removes them
}
