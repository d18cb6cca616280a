package engine

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// checkGiven refuses a note with an id that the store would not accept: the id of a memory with another text, or of one that was
// forgotten or removed for good. The same note again is accepted, since it is already stored.
func (w *writer) checkGiven(ctx context.Context, d *draft) error {
	if !d.given {
		return nil
	}
	m := d.memory
	purged, err := w.store.Purged(ctx, m.ID)
	if err != nil {
		return fault.Storage("look for the id", err)
	}
	if len(purged) > 0 {
		return fault.Invalid("memory %s was removed for good, so its id cannot be used again", "give the note another id, or none", m.ID)
	}
	many, err := w.store.Get(ctx, store.Parts{}, m.ID)
	if err != nil {
		return fault.Storage("look for the id", err)
	}
	old := many[0]
	if old == nil {
		return nil
	}
	if old.Namespace != m.Namespace {
		return fault.Invalid("memory %s is stored in namespace %s, and the note is for %s", "move that one, or give the note another id, or none", m.ID, old.Namespace, m.Namespace)
	}
	if old.TextHash != m.TextHash {
		return fault.Invalid("memory %s is stored with another text than the note has", "one of them was changed since: update the memory if the note is right, leave the note out if it is not, or give it another id, or none", m.ID)
	}
	if !old.Deleted.IsZero() {
		return fault.Invalid("memory %s was forgotten on %s", "restore it, or give the note another id, or none", m.ID, old.Deleted.Format("2006-01-02"))
	}
	return nil
}

// held finds the memory that makes it unnecessary to store a draft; wanted is the id that the draft would get. The caller holds the turn on its text.
func (w *writer) held(ctx context.Context, d *draft, wanted store.ID) (store.ID, bool, error) {
	m := d.memory
	if !d.given {
		id, ok, err := w.store.Find(ctx, m.Namespace, m.TextHash)
		if ok || err != nil || wanted == (store.ID{}) {
			return id, ok, fault.Storage("look for a copy", err)
		}
		m.ID, d.answer.ID = wanted, wanted
	}
	many, err := w.store.Get(ctx, store.Parts{}, m.ID)
	if err != nil {
		return m.ID, false, fault.Storage("look for the id", err)
	}
	if old := many[0]; old != nil {
		return m.ID, !d.given || old.Deleted.IsZero() && old.Namespace == m.Namespace && old.TextHash == m.TextHash, nil
	}
	if d.given {
		return m.ID, false, nil
	}
	purged, err := w.store.Purged(ctx, m.ID) // it was stored, and has been removed for good since
	return m.ID, len(purged) > 0, fault.Storage("look for the id", err)
}
