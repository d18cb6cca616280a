package earlier

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/secrets"
	"asterism/engine/store"
)

// Keep keeps what a memory says now, which is about to be changed. Secrets that a text holds are not kept but named, unless allowed: a person who takes one out of a
// memory wants it gone. One whose earlier texts cannot be read begins anew. The caller holds the memory's turn.
func Keep(ctx context.Context, s store.Shelves, m *store.Memory, until time.Time, allowed bool) error {
	v := Version{Version: m.Version, Content: m.Content, Rationale: m.Rationale, Until: until.UTC()}
	if !allowed {
		for _, text := range []*string{&v.Content, &v.Rationale} {
			kept, _, err := secrets.Redacted(*text)
			if err != nil {
				return err
			}
			*text = kept
		}
	}
	r, err := read(ctx, s, m.ID)
	switch {
	case errors.Is(err, store.ErrNewer):
		return err
	case errors.Is(err, store.ErrDamaged) || r == nil && err == nil:
		r = &record{}
	case err != nil:
		return err
	}
	return s.Put(ctx, r.with(v).entry(m.ID))
}

// Of are the earlier versions of a memory whose texts are kept, the newest first; present is the version that it has. Versions that differ in other things than the text
// and the reason are not among them.
func Of(ctx context.Context, s store.Shelves, id store.ID, present uint64) ([]Version, error) {
	r, err := read(ctx, s, id)
	if err != nil || r == nil {
		return nil, err
	}
	var out []Version
	for _, v := range slices.Backward(r.Versions) {
		if v.Version < present { // else it was kept for a change that did not come true
			out = append(out, v)
		}
	}
	return out, nil
}

// read is nil where nothing is kept.
func read(ctx context.Context, s store.Shelves, id store.ID) (*record, error) {
	value, ok, err := s.Read(ctx, store.ShelfUndo, key(id))
	if err != nil || !ok {
		return nil, err
	}
	_, r, err := parse(key(id), value)
	return r, err
}

// Forget removes the earlier versions of memories that are about to be removed for good.
func Forget(ctx context.Context, s store.Shelves, ids ...store.ID) error {
	gone := make([]store.Entry, len(ids))
	for i, id := range ids {
		gone[i] = Forgetting(id)
	}
	return s.Put(ctx, gone...)
}

// Each tells fn the earlier versions of all memories, the oldest of each first, until it returns false.
func Each(ctx context.Context, s store.Shelves, fn func(id store.ID, v *Version) (bool, error)) error {
	end := []byte(prefix)
	end[len(end)-1]++
	return s.Walk(ctx, store.ShelfUndo, []byte(prefix), end, false, func(key, value []byte) (bool, error) {
		id, r, err := parse(key, value)
		if err != nil {
			return false, err
		}
		for i := range r.Versions {
			if more, err := fn(id, &r.Versions[i]); err != nil || !more {
				return false, err
			}
		}
		return true, nil
	})
}
