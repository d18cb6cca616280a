package ties

import (
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Limits of a map.
const (
	MaxNodes = 2000 // memories
	MaxKin   = 8    // nearest ones of each
)

// MapQuestion says which memories to draw: the newest live ones of a namespace that have all of the tags and lie in the period.
type MapQuestion struct {
	Namespace     string // "default" when empty; "*" is all of them, one after the other
	Tags          []string
	After, Before time.Time
	Nodes         int // 1…MaxNodes, default 500
	Kin           int // 0…MaxKin
}

// Node is a memory of a map.
type Node struct {
	Brief
	Tags       []string
	Importance float64
}

// Join is a line of a map between two of its nodes, by their places in it. A directed one leads from A to B. Kind is that of a [Link], or "near".
type Join struct {
	A, B   int
	Kind   string
	Weight float64 // of a link; the cosine of a near one
}

// Map is memories and what joins them.
type Map struct {
	Nodes   []Node // newest first
	Joins   []Join // each once, in the order of A, B, kind
	Outside int    // links that lead to memories outside of it
	More    bool   // there are older ones
}

// Map draws a map. The error is a [fault.Error].
func (f *Finder) Map(ctx context.Context, q MapQuestion) (*Map, error) {
	p, err := f.Piece(ctx, q)
	if err != nil {
		return nil, err
	}
	return Assemble(ctx, q, p)
}

// complete sets what was left out, and refuses what is outside of its limits.
func (q *MapQuestion) complete() error {
	if q.Nodes == 0 {
		q.Nodes = 500
	}
	if q.Nodes < 1 || q.Nodes > MaxNodes {
		return fault.Invalid("%d memories on a map is outside 1…%d", "ask for fewer, or for a tag or a period", q.Nodes, MaxNodes)
	}
	if q.Kin < 0 || q.Kin > MaxKin {
		return fault.Invalid("%d nearest memories of each is outside 0…%d", "ask for fewer", q.Kin, MaxKin)
	}
	return nil
}

// Assemble draws the map of several stores as if all their memories lay in one. Each brings its piece of the same question; a link never leads from one store to another. The error is a
// [fault.Error], or that of ctx.
func Assemble(ctx context.Context, q MapQuestion, pieces ...*Piece) (*Map, error) {
	if err := q.complete(); err != nil {
		return nil, err
	}
	var all []Candidate
	out := &Map{}
	for _, p := range pieces {
		all, out.More = append(all, p.Nodes...), out.More || p.More
	}
	slices.SortStableFunc(all, func(a, b Candidate) int { return a.cursor().Compare(b.cursor(), true) })
	if len(all) > q.Nodes {
		all, out.More = all[:q.Nodes], true
	}
	for i := range all {
		out.Nodes = append(out.Nodes, all[i].Node)
	}
	out.join(all)
	kin, err := kin(ctx, all, q.Kin)
	if err != nil {
		return nil, fault.Storage("compare the memories of a map", err)
	}
	out.Joins = append(out.Joins, kin...)
	slices.SortFunc(out.Joins, func(a, b Join) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

// join puts the links between the nodes in. Each is found at the end that it leads from, and one without direction at its first node.
func (m *Map) join(all []Candidate) {
	at := make(map[store.ID]int, len(all))
	for i := range all {
		at[all[i].ID] = i
	}
	for i := range all {
		for _, e := range all[i].From {
			switch other, here := at[e.Other]; {
			case e.Kind == store.EdgeRefused: // it joins nothing
			case !here:
				m.Outside++
			case e.Kind.Directed() || i < other:
				m.Joins = append(m.Joins, Join{i, other, kinds[e.Kind], float64(e.Weight)})
			}
		}
		for _, e := range all[i].To {
			if _, here := at[e.Other]; !here && e.Kind.Directed() {
				m.Outside++
			}
		}
	}
}
