package store

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

var _ Graph = (*InMemory)(nil)

// learned identifies an edge without direction, a < b.
type learned struct {
	a    ID
	kind EdgeKind
	b    ID
}

func (l learned) compare(o learned) int {
	return cmp.Or(bytes.Compare(l.a[:], o.a[:]), cmp.Compare(l.kind, o.kind), bytes.Compare(l.b[:], o.b[:]))
}

func (c *Command) edge() learned {
	a, b := c.Ends()
	return learned{a, c.Kind, b}
}

// unlearn removes the edges of a purged memory.
func (k *state) unlearn(id ID) {
	maps.DeleteFunc(k.edges, func(l learned, _ Edge) bool { return l.a == id || l.b == id })
}

// Edges implements [Graph].
func (s *InMemory) Edges(ctx context.Context, id ID) (out, in []Edge, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, nil, err
	}
	for from, m := range s.all {
		for r := range references(m) {
			if from == id {
				out = append(out, Edge{r.To, r.Kind, 1, m.Created})
			}
			if r.To == id {
				in = append(in, Edge{from, r.Kind, 1, m.Created})
			}
		}
	}
	for l, e := range s.edges {
		if l.a == id || l.b == id {
			if e.Other = l.b; l.b == id {
				e.Other = l.a
			}
			out, in = append(out, e), append(in, e)
		}
	}
	slices.SortFunc(out, Edge.Compare)
	slices.SortFunc(in, Edge.Compare)
	return out, in, nil
}

// references returns each reference of m once, however often its lists name it.
func references(m *Memory) map[Reference]bool {
	out := map[Reference]bool{}
	for _, r := range m.References() {
		out[r] = true
	}
	return out
}

// LearnedEdges implements [Graph].
func (s *InMemory) LearnedEdges(ctx context.Context, fn func(a, b ID, kind EdgeKind, weight float32, at time.Time) (bool, error)) error {
	s.mu.RLock()
	edges, err := s.edges, s.usable(ctx) // never changed in place
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	for _, l := range slices.SortedFunc(maps.Keys(edges), learned.compare) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err := fn(l.a, l.b, l.kind, edges[l].Weight, edges[l].At); err != nil || !more {
			return err
		}
	}
	return nil
}
