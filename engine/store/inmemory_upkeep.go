package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"asterism/engine/caught"

	"asterism/models"
)

// Bind implements [Models].
func (s *InMemory) Bind(ctx context.Context, profile string, hashes [models.Count][32]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	want := &Bound{Profile: profile, ModelHashes: hashes}
	if s.bound == nil {
		s.bound = want
		return nil
	}
	return s.bound.Compare(want, "the store in memory")
}

// Bound implements [Models].
func (s *InMemory) Bound(ctx context.Context) (*Bound, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil || s.bound == nil {
		return nil, err
	}
	out := *s.bound
	return &out, nil
}

// Info implements [Upkeep].
func (s *InMemory) Info(ctx context.Context) (Info, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return Info{}, err
	}
	out := Info{Namespaces: map[string]NamespaceInfo{}}
	if s.bound != nil {
		out.Profile = s.bound.Profile
	}
	for _, m := range s.all {
		n := out.Namespaces[m.Namespace]
		if m.Deleted.IsZero() {
			n.Live++
		} else {
			n.Forgotten++
		}
		out.Namespaces[m.Namespace] = n
	}
	return out, nil
}

// Load implements [Upkeep].
func (s *InMemory) Load(ctx context.Context, parts Parts, workers int, fn func(worker int, some []*Memory) error) error {
	s.mu.RLock()
	all, err := s.all, s.usable(ctx)
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	live := slices.DeleteFunc(slices.Collect(maps.Values(all)), func(m *Memory) bool { return !m.Deleted.IsZero() })
	workers = max(workers, 1)
	group, ctx := caught.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for i := w; i < len(live); i += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := fn(w, []*Memory{live[i].Clone(parts)}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// Identity implements [Upkeep].
func (s *InMemory) Identity() ([]byte, error) { return s.id[:], nil }

// Scrub implements [Upkeep]: here a purge leaves nothing to remove.
func (s *InMemory) Scrub(ctx context.Context) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return 0, s.usable(ctx)
}

// Checkpoint implements [Upkeep].
func (s *InMemory) Checkpoint(context.Context, string) error {
	return fmt.Errorf("make checkpoint: %w: a store in memory has no files", errors.ErrUnsupported)
}

// ClearRenewal implements [Renewer]: here the end of a renewal leaves nothing to remove.
func (s *InMemory) ClearRenewal(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.usable(ctx)
}

// RenewalRoom implements [Renewer]: the space is not known, since there is no disk.
func (s *InMemory) RenewalRoom(ctx context.Context, _ models.Set) (RenewalRoom, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return RenewalRoom{}, s.usable(ctx)
}

// compareIDs is the order of ids.
func compareIDs(a, b ID) int { return bytes.Compare(a[:], b[:]) }
