package store

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"

	"asterism/models"

	"github.com/google/uuid"
)

// InMemory is the simplest [Store] that meets the contract. It is for tests, and shows what the contract means. Its
// content is lost when the program ends.
type InMemory struct {
	mu      sync.RWMutex
	state   // its memories and edges are never changed in place: scans read them without the lock
	shelves map[Shelf]map[string][]byte
	bound   *Bound
	id      ID // its identity
	closed  bool
	place   uint64 // of the last replayed writes in the log
}

// NewInMemory returns an empty store.
func NewInMemory() Store {
	s := &InMemory{id: uuid.New(), state: state{map[ID]*Memory{}, map[ID]Tombstone{}, map[learned]Edge{}, nil, map[ID]renewed{}}, shelves: map[Shelf]map[string][]byte{}}
	for _, shelf := range Shelved {
		s.shelves[shelf] = map[string][]byte{}
	}
	return Of(s)
}

// state is a state of the store. An id is in at most one of the first two maps.
type state struct {
	all    map[ID]*Memory
	purged map[ID]Tombstone
	edges  map[learned]Edge // those of undirected kinds; Other is not set

	renewal *Renewal       // in progress; never changed in place
	renewed map[ID]renewed // new values, perhaps of versions that no longer exist
}

var everything = Parts{Content: true, Spaces: models.All}

// Apply implements [Store].
func (s *InMemory) Apply(ctx context.Context, cmds ...Command) error {
	for i := range cmds {
		if err := cmds[i].Check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	next := state{maps.Clone(s.all), maps.Clone(s.purged), maps.Clone(s.edges), s.renewal, maps.Clone(s.renewed)}
	for i := range cmds {
		if err := next.apply(&cmds[i]); err != nil {
			return err
		}
	}
	s.state = next
	return nil
}

func (s *InMemory) usable(ctx context.Context) error {
	if s.closed {
		return ErrClosed
	}
	return ctx.Err()
}

func (k *state) state(id ID) State {
	if m, ok := k.all[id]; ok {
		return State{Present: true, Version: m.Version, Deleted: m.Deleted, Repeats: m.Repeats}
	}
	grave, ok := k.purged[id]
	return State{Purged: ok, Version: grave.Version}
}

func (k *state) apply(c *Command) error {
	now := k.state(c.ID)
	_, now.Other = k.all[c.Other]
	now.Renewed = k.renewal != nil
	change, err := Decide(c, now)
	if err != nil {
		return err
	}
	switch change {
	case Replace:
		delete(k.purged, c.ID)
		k.all[c.ID] = k.withoutPurged(c.Memory.Clone(everything))
		delete(k.renewed, c.ID)
	case Hide, Show:
		m := k.all[c.ID].Clone(everything)
		m.Deleted = c.At.UTC().Round(0)
		if change == Show {
			m.Deleted = (&Memory{}).Deleted
		}
		k.all[c.ID] = m
	case RemoveAll:
		delete(k.all, c.ID)
		delete(k.renewed, c.ID)
		unlink(k.all, c.ID)
		k.unlearn(c.ID)
		k.purged[c.ID] = now.Bury(c)
	case Align:
		m := k.all[c.ID].Clone(everything)
		m.Purpose = *c.Purpose
		k.all[c.ID] = m
	case Repeat:
		m := k.all[c.ID].Clone(everything)
		m.Repeat(c)
		k.all[c.ID] = m
	case Join:
		k.edges[c.edge()] = Edge{Kind: c.Kind, Weight: c.Weight, At: c.At.UTC().Round(0)}
	case Part:
		delete(k.edges, c.edge())
	case Renew:
		return k.renew(c)
	}
	return nil
}

// unlink removes the links to a purged memory from the others.
func unlink(all map[ID]*Memory, id ID) {
	for from, m := range all {
		less := *m
		if less.Unlink(func(to ID) bool { return to == id }) {
			all[from] = less.Clone(everything)
		}
	}
}

// withoutPurged removes the links to purged memories from a new one.
func (k *state) withoutPurged(m *Memory) *Memory {
	m.Unlink(func(to ID) bool { _, purged := k.purged[to]; return purged })
	return m
}

// Get implements [Store].
func (s *InMemory) Get(ctx context.Context, parts Parts, ids ...ID) ([]*Memory, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	out := make([]*Memory, len(ids))
	for i, id := range ids {
		if m, ok := s.all[id]; ok {
			out[i] = m.Clone(parts)
		}
	}
	return out, nil
}

// Find implements [Store]. Of several memories with the hash it returns the one with the smallest id.
func (s *InMemory) Find(ctx context.Context, namespace string, hash [32]byte) (id ID, ok bool, err error) {
	err = s.Same(ctx, namespace, hash, func(m *Memory) (bool, error) {
		if m.Deleted.IsZero() {
			id, ok = m.ID, true
		}
		return !ok, nil
	})
	return id, ok, err
}

// Same implements [Store].
func (s *InMemory) Same(ctx context.Context, namespace string, hash [32]byte, fn func(*Memory) (bool, error)) error {
	s.mu.RLock()
	var found []*Memory
	for _, m := range s.all {
		if m.Namespace == namespace && m.TextHash == hash {
			found = append(found, m)
		}
	}
	err := s.usable(ctx)
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b *Memory) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	for _, m := range found {
		if more, err := fn(m.Clone(Parts{})); err != nil || !more {
			return err
		}
	}
	return nil
}

// Scan implements [Store].
func (s *InMemory) Scan(ctx context.Context, r Range, parts Parts, fn func(*Memory) (bool, error)) error {
	s.mu.RLock()
	all, err := s.all, s.usable(ctx)
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	for _, m := range r.sorted(all) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err := fn(m.Clone(parts)); err != nil || !more {
			return err
		}
	}
	return nil
}

func (r *Range) sorted(all map[ID]*Memory) []*Memory {
	var out []*Memory
	for _, m := range all {
		if r.holds(m) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Memory) int { return a.Cursor().Compare(b.Cursor(), r.Reverse) })
	return out
}

func (r *Range) holds(m *Memory) bool {
	return (r.Namespace == "" || m.Namespace == r.Namespace) &&
		(r.After.IsZero() || !m.Time.Before(r.After)) &&
		(r.Before.IsZero() || m.Time.Before(r.Before)) &&
		(r.Deleted || m.Deleted.IsZero()) &&
		(r.From == nil || r.From.Compare(m.Cursor(), r.Reverse) < 0)
}

// Close implements [Store].
func (s *InMemory) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
