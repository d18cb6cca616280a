package drift

import (
	"bytes"
	"context"
	"fmt"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// moveStep is how many entries one write moves.
const moveStep = 1000

// Move moves the measurements of a namespace to another one. Measurements against goals keep their goals. Those against the centre of the memories, which are stored under the id
// old, move to fresh if nothing is stored there; otherwise each history stays under its own id, since they are about different memories. An interrupted Move continues when it is
// called again. A damaged entry stays as it is.
func (h *History) Move(ctx context.Context, from, into string, old, fresh uuid.UUID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.moveCentre(ctx, into, old, fresh); err != nil {
		return fmt.Errorf("move drift history: %w", err)
	}
	var moved []store.Entry
	err := h.shelves.Walk(ctx, store.ShelfHistory, nil, nil, false, func(key, value []byte) (bool, error) {
		if len(key) != keySize || bytes.HasPrefix(key, old[:]) {
			return true, nil
		}
		r, err := decode(value, uuid.UUID(key[:markSize]))
		if err != nil || r.Namespace != from {
			return true, nil
		}
		entry, err := r.in(into, bytes.Clone(key))
		moved = append(moved, entry)
		return true, err
	})
	for len(moved) > 0 && err == nil {
		n := min(moveStep, len(moved))
		err = h.shelves.Put(ctx, moved[:n]...)
		moved = moved[n:]
	}
	if err != nil {
		return fmt.Errorf("move drift history: %w", err)
	}
	return nil
}

// moveCentre moves the measurements against a centre, all or none.
func (h *History) moveCentre(ctx context.Context, into string, old, fresh uuid.UUID) error {
	taken := false
	err := h.walk(ctx, fresh, first, false, func(position, []byte) (bool, error) {
		taken = true
		return false, nil
	})
	if err != nil || taken {
		return err
	}
	var moved []store.Entry
	err = h.walk(ctx, old, first, false, func(p position, value []byte) (bool, error) {
		entry := store.Entry{Shelf: store.ShelfHistory, Key: p.key(fresh), Value: bytes.Clone(value)}
		r, err := decode(value, old)
		if err == nil {
			entry, err = r.in(into, entry.Key)
		} else {
			err = nil // it stays damaged, in its place
		}
		moved = append(moved, entry, store.Entry{Shelf: store.ShelfHistory, Key: p.key(old)})
		return true, err
	})
	if err != nil || len(moved) == 0 {
		return err
	}
	thinned, ok, err := h.shelves.Read(ctx, store.ShelfHistory, old[:])
	if err != nil {
		return err
	}
	if ok {
		moved = append(moved, store.Entry{Shelf: store.ShelfHistory, Key: fresh[:], Value: thinned}, store.Entry{Shelf: store.ShelfHistory, Key: old[:]})
	}
	return h.shelves.Put(ctx, moved...)
}

// in returns the record as an entry of another namespace.
func (r *record) in(namespace string, key []byte) (store.Entry, error) {
	r.Namespace = namespace
	value, err := r.encode()
	return store.Entry{Shelf: store.ShelfHistory, Key: key, Value: value}, err
}
