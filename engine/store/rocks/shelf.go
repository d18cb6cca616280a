package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// shelfFamily is the family of each shelf.
var shelfFamily = [...]family{
	store.ShelfGoals: famGoals, store.ShelfHistory: famHistory, store.ShelfUndo: famUndo, store.ShelfState: famState,
}

// Put implements [store.Shelves]. It bypasses the writer of commands: entries replace whatever is stored, and RocksDB batches
// concurrent ones.
func (s *Store) Put(ctx context.Context, entries ...store.Entry) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := writable(s); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil || len(entries) == 0 {
		return err
	}
	ops, bytes, err := shelfOps(entries)
	if err != nil {
		return err
	}
	if err := s.space.check(bytes); err != nil {
		return fmt.Errorf("put %d entries: %w", len(entries), err)
	}
	switch err := s.d.apply(ops); {
	case errors.Is(err, store.ErrNoSpace):
		return fmt.Errorf("put %d entries: %w", len(entries), err)
	case err != nil:
		return fmt.Errorf("put %d entries: %w: %w", len(entries), store.ErrUnknown, err)
	}
	return nil
}

// shelfOps returns the writes of the entries and the size of their values.
func shelfOps(entries []store.Entry) (ops []op, bytes uint64, err error) {
	for i := range entries {
		e := &entries[i]
		if err := e.Check(); err != nil {
			return nil, 0, err
		}
		o := op{family: shelfFamily[e.Shelf], key: e.Key}
		if e.Value != nil {
			o.value = appendShelfValue(nil, e.Value)
		}
		ops, bytes = append(ops, o), bytes+uint64(len(o.value))
	}
	return ops, bytes, nil
}

// appendShelfValue appends the stored form of an entry's value.
func appendShelfValue(dst, value []byte) []byte {
	start := len(dst)
	return seal(append(append(dst, recordVersion), value...), start)
}

// parseShelfValue returns the value in the stored form, without a copy; never nil.
func parseShelfValue(stored []byte) ([]byte, error) { return unseal(stored) }

// Read implements [store.Shelves].
func (s *Store) Read(ctx context.Context, shelf store.Shelf, key []byte) (value []byte, ok bool, err error) {
	if err := shelf.Check(); err != nil {
		return nil, false, err
	}
	if err := s.gate.enter(); err != nil {
		return nil, false, err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	v := s.d.view()
	defer v.close()
	err = v.get(shelfFamily[shelf], key, func(stored []byte) error {
		found, err := parseShelfValue(stored)
		value, ok = bytes.Clone(found), err == nil
		return err
	})
	if errors.Is(err, errNoKey) {
		return nil, false, nil
	}
	return value, ok, inKey(shelfFamily[shelf], key, err)
}

// shelfBatch is how many entries are read between two checks of the context.
const shelfBatch = 256

// Walk implements [store.Shelves], on a snapshot.
func (s *Store) Walk(ctx context.Context, shelf store.Shelf, from, to []byte, reverse bool, fn func(key, value []byte) (bool, error)) error {
	if err := shelf.Check(); err != nil {
		return err
	}
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return err
	}
	v := s.d.snapshot()
	defer v.close()
	from, to = bytes.Clone(from), bytes.Clone(to) // fn may change the caller's slices
	defer v.setBounds(from, to)()
	read := 0
	return v.each(shelfFamily[shelf], from, to, reverse, func(key, stored []byte) (bool, error) {
		if read++; read%shelfBatch == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		value, err := parseShelfValue(stored)
		if err != nil {
			return false, inKey(shelfFamily[shelf], key, err)
		}
		return fn(key, value)
	})
}
