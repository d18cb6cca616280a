package earlier

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/secrets"
	"asterism/engine/store"
)

// Keep stores the current text of a memory that is about to be changed. Secrets in a text are not stored but replaced by their kind, unless allowed: a person who
// removes one from a memory wants it gone. If the earlier texts of a memory cannot be read, they are replaced. The caller holds the memory's turn.
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

// Of returns the earlier versions of a memory whose texts are stored, the newest first; present is its current version. Versions with the same text and rationale are
// not stored.
func Of(ctx context.Context, s store.Shelves, id store.ID, present uint64) ([]Version, error) {
	r, err := read(ctx, s, id)
	if err != nil || r == nil {
		return nil, err
	}
	var out []Version
	for _, v := range slices.Backward(r.Versions) {
		if v.Version < present { // otherwise it was stored for a change that did not happen
			out = append(out, v)
		}
	}
	return out, nil
}

// read returns nil if nothing is stored.
func read(ctx context.Context, s store.Shelves, id store.ID) (*record, error) {
	value, ok, err := s.Read(ctx, store.ShelfUndo, key(id))
	if err != nil || !ok {
		return nil, err
	}
	_, r, err := parse(key(id), value)
	return r, err
}

// Forget removes the earlier versions of memories that are about to be purged.
func Forget(ctx context.Context, s store.Shelves, ids ...store.ID) error {
	gone := make([]store.Entry, len(ids))
	for i, id := range ids {
		gone[i] = Forgetting(id)
	}
	return s.Put(ctx, gone...)
}

// Each calls fn with the earlier versions of all memories, the oldest of each first, until fn returns false.
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
