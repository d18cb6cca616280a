package rocks

import (
	"context"
	"errors"

	"asterism/engine/store"
)

// appendTombstone appends the value of the tombstones' family.
func appendTombstone(dst []byte, t *store.Tombstone) []byte {
	start := len(dst)
	w := writeTo(append(dst, recordVersion))
	w.U64(t.Version)
	w.Time(t.At)
	return seal(w.B, start)
}

func parseTombstone(id store.ID, value []byte) (*store.Tombstone, error) {
	t := &store.Tombstone{ID: id}
	return t, readValue(value, func(r *reader) { t.Version, t.At = r.U64(), r.Time() })
}

// tombstone returns the id's tombstone with all staged changes, nil if there is none.
func (s *stage) tombstone(id store.ID) (t *store.Tombstone, err error) {
	for at := s; at != nil; at = at.below {
		if t, ok := at.tombstones[id]; ok {
			return t, nil
		}
	}
	err = s.view.get(famTombstones, id[:], func(value []byte) (err error) {
		t, err = parseTombstone(id, value)
		return err
	})
	if errors.Is(err, errNoKey) {
		return nil, nil
	}
	return t, inKey(famTombstones, id[:], err)
}

// state returns the state that a command is applied to; h is the header of its memory, nil if
// there is none.
func (s *stage) state(c *store.Command, h *header) (store.State, error) {
	if h != nil {
		now := store.State{Present: true, Version: h.Version, Deleted: h.Deleted, Repeats: h.Repeats, Renewed: s.view.d.layout.activeRenewal() != nil}
		if c.Op != store.OpLink {
			return now, nil
		}
		other, err := s.head(c.Other)
		now.Other = other != nil
		return now, err
	}
	t, err := s.tombstone(c.ID)
	if t == nil || err != nil {
		return store.State{}, err
	}
	return store.State{Purged: true, Version: t.Version}, nil
}

// addTombstone writes a tombstone, and records for Scrub that the files still contain the memory's
// bytes.
func (s *stage) addTombstone(t store.Tombstone) {
	s.put(famTombstones, t.ID[:], appendTombstone(nil, &t))
	s.put(famSystem, scrubKey(t.ID), nothing)
	s.tombstones[t.ID] = &t
}

func (s *stage) removeTombstone(id store.ID) {
	s.del(famTombstones, id[:])
	s.tombstones[id] = nil
}

// Purged implements [store.Memories].
func (s *Store) Purged(ctx context.Context, ids ...store.ID) (out []store.ID, err error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := v.get(famTombstones, id[:], func(value []byte) error {
			_, err := parseTombstone(id, value)
			return err
		})
		switch {
		case err == nil:
			out = append(out, id)
		case !errors.Is(err, errNoKey):
			return nil, inKey(famTombstones, id[:], err)
		}
	}
	return out, nil
}
