package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Values implements [Memories].
func (s *InMemory) Values(ctx context.Context, spaces models.Set, ids []ID) ([]fingerprint.Record, error) {
	many, err := s.Get(ctx, Parts{Spaces: spaces}, ids...)
	if err != nil {
		return nil, err
	}
	out := make([]fingerprint.Record, len(ids))
	for i, m := range many {
		if m != nil {
			out[i] = m.Record
		}
	}
	return out, nil
}

// Live implements [Memories].
func (s *InMemory) Live(ctx context.Context, namespace string) (n int, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, m := range s.all {
		if m.Namespace == namespace && m.Deleted.IsZero() {
			n++
		}
	}
	return n, s.usable(ctx)
}

// Forgotten implements [Memories].
func (s *InMemory) Forgotten(ctx context.Context, before time.Time, limit int) (out []Forgotten, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	for _, m := range s.all {
		if !m.Deleted.IsZero() && m.Deleted.Before(before) {
			out = append(out, Forgotten{ID: m.ID, At: m.Deleted})
		}
	}
	slices.SortFunc(out, func(a, b Forgotten) int { return cmp.Or(a.At.Compare(b.At), compareIDs(a.ID, b.ID)) })
	return out[:min(limit, len(out))], nil
}

// Purged implements [Memories].
func (s *InMemory) Purged(ctx context.Context, ids ...ID) (out []ID, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if _, ok := s.purged[id]; ok {
			out = append(out, id)
		}
	}
	return out, nil
}
