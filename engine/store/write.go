package store

import (
	"context"
	"errors"
	"slices"
)

// Write is one change of a store as its contract makes it: the arguments of one call. Exactly one of its fields is set. It is plain data: a log of writes, replayed, makes
// the same store anew.
type Write struct {
	Commands []Command    // of [Memories.Apply]
	Entries  []Entry      // of [Shelves.Put]
	Bind     *Bound       // of [Models.Bind]
	Begin    *Renewal     // of [Renewer.BeginRenewal]
	End      *RenewalDone // of [Renewer.EndRenewal]
	Abandon  bool         // of [Renewer.AbandonRenewal]
}

// RenewalDone are the entries that the end of a renewal brings.
type RenewalDone struct{ Entries []Entry }

// Placed are the writes that stand at one place of a log. They are made together: after a crash all of them are there, with the place, or none.
type Placed struct {
	Place  uint64
	Writes []Write
}

// Replayer is a store that follows a log. It is safe for concurrent use.
type Replayer interface {
	// Place is that of the last writes that were replayed; 0: none were. After a power cut it may be lower than before, and the store is then as it was at that place.
	Place(ctx context.Context) (uint64, error)
	// Replay makes the writes in order, and notes the place with them in the same write to the disk; places at or below [Replayer.Place] are passed over. refused has one
	// error a write: nil, or why the store as it was at that place refuses it; such a write changes nothing, on any store that follows the log. A write of renewal steps or of
	// a binding must be alone at its place. An error other than nil says that the store could not go on: what is at and behind the place that [Replayer.Place] tells then is to be replayed again.
	Replay(ctx context.Context, all ...Placed) (refused [][]error, err error)
}

// refusals are errors by which a store says that what it holds does not allow a write. They follow from the store's memories and the write alone, so every store that follows a
// log meets the same one at the same place.
var refusals = []error{ErrBadRecord, ErrProfile, ErrRenewing, ErrNoRenewal, ErrUnrenewed}

// Refused reports whether err says that a write was not allowed, and changed nothing for that reason; other errors are of the machine.
func Refused(err error) bool {
	var missing *NotFoundError
	return errors.As(err, &missing) || slices.ContainsFunc(refusals, func(no error) bool { return errors.Is(err, no) })
}

// On makes the write's call.
func (w *Write) On(ctx context.Context, s interface {
	Memories
	Shelves
	Models
	Renewer
}) error {
	switch {
	case len(w.Commands) > 0:
		return s.Apply(ctx, w.Commands...)
	case len(w.Entries) > 0:
		return s.Put(ctx, w.Entries...)
	case w.Bind != nil:
		return s.Bind(ctx, w.Bind.Profile, w.Bind.ModelHashes)
	case w.Begin != nil:
		return s.BeginRenewal(ctx, *w.Begin)
	case w.End != nil:
		return s.EndRenewal(ctx, w.End.Entries...)
	case w.Abandon:
		return s.AbandonRenewal(ctx)
	}
	return nil
}
