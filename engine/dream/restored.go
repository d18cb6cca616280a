package dream

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Restored is called when somebody has restored a memory that a dream had forgotten as a copy. The memory that was kept then gives back what it took over, and no longer
// counts the other one as a repetition.
func (s *Service) Restored(ctx context.Context, id store.ID, by *PutAway) error {
	b, ok, err := s.Store.Read(ctx, store.ShelfUndo, UndoKey(by.Dream))
	if err != nil || !ok { // its time is over
		return fault.Storage("read dream", err)
	}
	r, err := ParseRecord(b)
	if err != nil {
		return fault.Storage("read dream", err)
	}
	i := slices.IndexFunc(r.Merges, func(c MergeChange) bool { return c.Younger == id && c.Older == by.Kept })
	if i < 0 || r.Merges[i].Back || !r.Undone.IsZero() {
		return nil
	}
	if err := s.giveBack(ctx, &r.Merges[i]); err != nil {
		return err
	}
	return s.changeRecord(ctx, r.ID, func(r *Record) {
		given := &r.Merges[i]
		given.Back = true
		for j := i + 1; j < len(r.Merges); j++ { // the same memory took these over later, and counts less now
			if c := &r.Merges[j]; c.Older == given.Older {
				c.RepeatsAfter -= min(c.RepeatsAfter, given.Repeats)
			}
		}
	})
}

// changeRecord changes the record of a dream, which is there. Changes take turns.
func (s *Service) changeRecord(ctx context.Context, id store.ID, change func(*Record)) error {
	release, err := s.Turn(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	b, _, err := s.Store.Read(ctx, store.ShelfUndo, UndoKey(id))
	if err != nil {
		return fault.Storage("read dream", err)
	}
	r, err := ParseRecord(b)
	if err != nil {
		return fault.Storage("read dream", err)
	}
	change(r)
	if b, err = r.Encode(); err != nil {
		return internal("note what was taken back of a dream", err)
	}
	return fault.Storage("note what was taken back of a dream", s.Store.Put(ctx, store.Entry{Shelf: store.ShelfUndo, Key: UndoKey(id), Value: b}))
}
