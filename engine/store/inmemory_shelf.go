package store

import (
	"bytes"
	"context"
	"maps"
	"slices"
)

var _ Shelves = (*InMemory)(nil)

// Put implements [Shelves].
func (s *InMemory) Put(ctx context.Context, entries ...Entry) error {
	for i := range entries {
		if err := entries[i].Check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	s.put(entries)
	return nil
}

// put writes entries that have been checked.
func (s *InMemory) put(entries []Entry) {
	for _, e := range entries {
		if e.Value == nil {
			delete(s.shelves[e.Shelf], string(e.Key))
		} else {
			s.shelves[e.Shelf][string(e.Key)] = bytes.Clone(e.Value)
		}
	}
}

// Read implements [Shelves].
func (s *InMemory) Read(ctx context.Context, shelf Shelf, key []byte) (value []byte, ok bool, err error) {
	if err := shelf.Check(); err != nil {
		return nil, false, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, false, err
	}
	value, ok = s.shelves[shelf][string(key)]
	return bytes.Clone(value), ok, nil
}

// Walk implements [Shelves].
func (s *InMemory) Walk(ctx context.Context, shelf Shelf, from, to []byte, reverse bool, fn func(key, value []byte) (bool, error)) error {
	if err := shelf.Check(); err != nil {
		return err
	}
	s.mu.RLock()
	kept, err := maps.Clone(s.shelves[shelf]), s.usable(ctx)
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	keys := slices.Sorted(maps.Keys(kept))
	if reverse {
		slices.Reverse(keys)
	}
	for _, key := range keys {
		if key < string(from) || to != nil && key >= string(to) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err := fn([]byte(key), bytes.Clone(kept[key])); err != nil || !more {
			return err
		}
	}
	return nil
}
