package worth

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Store is the part of a store that is read and written; see [store.Store].
type Store interface {
	store.Shelves
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
}

// Service stores how useful memories were. It is safe for concurrent use.
type Service struct {
	store  Store
	models string
	now    func() time.Time
	log    *slog.Logger

	mu     sync.RWMutex
	of     map[store.ID]*record // records are immutable, and replaced as a whole
	unread map[store.ID]bool    // whose record cannot be read
}

// Open reads the stored records. It removes records with vectors of other models than these (the hash of E1's), and records of memories that no longer exist. A record that cannot be
// read is logged and left in the store.
func Open(ctx context.Context, s Store, models []byte, now func() time.Time, log *slog.Logger) (*Service, error) {
	out := &Service{store: s, models: hex.EncodeToString(models), now: now, log: log}
	stale, err := out.read(ctx)
	if err == nil && len(stale) > 0 {
		err = s.Put(ctx, stale...)
	}
	if errors.Is(err, store.ErrDeposed) || errors.Is(err, store.ErrReadOnly) { // the process that writes the store removes them
		err = nil
	}
	return out, fault.Storage("remove what memories were worth", err)
}

// Reload reads the records again, from a store that another process writes.
func (s *Service) Reload(ctx context.Context) error {
	_, err := s.read(ctx)
	return err
}

// read reads the records, and returns the entries to be removed.
func (s *Service) read(ctx context.Context) (stale []store.Entry, err error) {
	of, unread := map[store.ID]*record{}, map[store.ID]bool{}
	end := []byte(prefix)
	end[len(end)-1]++
	err = s.store.Walk(ctx, store.ShelfState, []byte(prefix), end, false, func(key, value []byte) (bool, error) {
		id, r, err := parse(key, value)
		switch {
		case err != nil:
			s.log.Warn("what a memory was worth is not read", "error", err)
			unread[id] = true
		case r.Models != s.models:
			stale = append(stale, Forgetting(id))
		default:
			of[id] = r
		}
		return true, nil
	})
	if err != nil {
		return nil, fault.Storage("read what memories were worth", err)
	}
	for ids := range slices.Chunk(slices.Collect(maps.Keys(of)), 256) {
		many, err := s.store.Get(ctx, store.Parts{}, ids...)
		if err != nil {
			return nil, fault.Storage("read what memories were worth", err)
		}
		for i, m := range many {
			if m == nil { // purged by a program that ended before it could remove the record
				delete(of, ids[i])
				stale = append(stale, Forgetting(ids[i]))
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of, s.unread = of, unread
	return stale, nil
}

// Observe records that a memory was useful (0…1) for a question.
func (s *Service) Observe(ctx context.Context, id store.ID, q *Question, useful float64) error {
	if !(useful >= 0 && useful <= 1) {
		return fmt.Errorf("useful %v is outside 0…1", useful)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unread[id] { // written by a later program, or damaged: it is left unchanged
		return nil
	}
	r := s.of[id]
	if r == nil {
		r = &record{Models: s.models}
	}
	r = r.with(q, useful, s.now())
	if err := s.store.Put(ctx, r.entry(id)); err != nil {
		return err
	}
	s.of[id] = r
	return nil
}

// Of returns the worth of each memory for a question, −1 (useless) … 1, for memories about which something is known.
func (s *Service) Of(q *Question) map[store.ID]float64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	now := s.now()
	out := map[store.ID]float64{}
	for id, r := range s.of {
		if w := r.of(q, now); w != 0 {
			out[id] = w
		}
	}
	return out
}

// Forget removes what is known about memories that are about to be purged.
func (s *Service) Forget(ctx context.Context, ids ...store.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var gone []store.Entry
	for _, id := range ids {
		if s.of[id] != nil || s.unread[id] {
			gone = append(gone, Forgetting(id))
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if err := s.store.Put(ctx, gone...); err != nil {
		return fault.Storage("remove what a memory was worth", err)
	}
	for _, id := range ids {
		delete(s.of, id)
		delete(s.unread, id)
	}
	return nil
}

// Reset removes all records.
func (s *Service) Reset(ctx context.Context) error {
	s.mu.RLock()
	ids := slices.Collect(maps.Keys(s.of))
	s.mu.RUnlock()
	return s.Forget(ctx, ids...)
}
