package store

import (
	"context"
	"errors"
	"slices"
)

// Write is one change of a store as data: the arguments of one call. Exactly one of its fields is set. Replaying a log of writes makes the same store again.
type Write struct {
	Commands []Command    // of [Memories.Apply]
	Entries  []Entry      // of [Shelves.Put]
	Bind     *Bound       // of [Models.Bind]
	Begin    *Renewal     // of [Renewer.BeginRenewal]
	End      *RenewalDone // of [Renewer.EndRenewal]
	Abandon  bool         // of [Renewer.AbandonRenewal]
}

// RenewalDone holds the entries that are written at the end of a renewal.
type RenewalDone struct{ Entries []Entry }

// Placed holds the writes at one place of a log. They are written together: after a crash all of them are stored, with the place, or none.
type Placed struct {
	Place  uint64
	Writes []Write
}

// Replayer is a store that follows a log. It is safe for concurrent use.
type Replayer interface {
	// Place returns that of the last replayed writes; 0: none. After a power cut it may be lower than before, and the store is then as it was at that place.
	Place(ctx context.Context) (uint64, error)
	// Replay applies the writes in order, and stores the place with them in the same disk write. It skips places at or below [Replayer.Place]. refused has one error per write: nil, or why
	// the store refuses the write in its state at that place; a refused write changes nothing, on any store that follows the log. A binding or a renewal step must be the only write at its
	// place. A non-nil error means that the store could not continue: replay everything after the place that [Replayer.Place] then returns.
	Replay(ctx context.Context, all ...Placed) (refused [][]error, err error)
}

// refusals are errors that mean that the store's content does not allow a write. They depend only on the store's memories and the write, so every store that follows a log
// returns the same one at the same place.
var refusals = []error{ErrBadRecord, ErrProfile, ErrRenewing, ErrNoRenewal, ErrUnrenewed}

// Refused reports whether err says that a write was not allowed and therefore changed nothing. Other errors come from the machine.
func Refused(err error) bool {
	var missing *NotFoundError
	return errors.As(err, &missing) || slices.ContainsFunc(refusals, func(no error) bool { return errors.Is(err, no) })
}

// On applies the write to a store.
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
