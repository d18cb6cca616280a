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
	if q.Nodes == 0 {
		q.Nodes = 500
	}
	if q.Nodes < 1 || q.Nodes > MaxNodes {
		return nil, fault.Invalid("%d memories on a map is outside 1…%d", "ask for fewer, or for a tag or a period", q.Nodes, MaxNodes)
	}
	if q.Kin < 0 || q.Kin > MaxKin {
		return nil, fault.Invalid("%d nearest memories of each is outside 0…%d", "ask for fewer", q.Kin, MaxKin)
	}
	out := &Map{}
	if err := f.nodes(ctx, q, out); err != nil {
		return nil, fault.Storage("read the memories of a map", err)
	}
	if err := f.joins(ctx, out); err != nil {
		return nil, fault.Storage("read the links of a map", err)
	}
	kin, err := f.kin(ctx, out.Nodes, q.Kin)
	if err != nil {
		return nil, fault.Storage("compare the memories of a map", err)
	}
	out.Joins = append(out.Joins, kin...)
	slices.SortFunc(out.Joins, func(a, b Join) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

func (f *Finder) nodes(ctx context.Context, q MapQuestion, into *Map) error {
	namespace := cmp.Or(q.Namespace, store.DefaultNamespace)
	if namespace == "*" {
		namespace = ""
	}
	r := store.Range{Namespace: namespace, After: q.After, Before: q.Before, Reverse: true}
	return f.Store.Scan(ctx, r, store.Parts{Content: true}, func(m *store.Memory) (bool, error) {
		if slices.ContainsFunc(q.Tags, func(t string) bool { return !slices.Contains(m.Tags, t) }) {
			return true, nil
		}
		if into.More = len(into.Nodes) == q.Nodes; into.More {
			return false, nil
		}
		into.Nodes = append(into.Nodes, Node{f.Brief(m), m.Tags, m.Importance})
		return true, nil
	})
}

// joins are the links between the nodes. Each is found at the end that it leads from, and one without direction at its first node.
func (f *Finder) joins(ctx context.Context, into *Map) error {
	at := make(map[store.ID]int, len(into.Nodes))
	for i := range into.Nodes {
		at[into.Nodes[i].ID] = i
	}
	for i := range into.Nodes {
		from, to, err := f.Store.Edges(ctx, into.Nodes[i].ID)
		if err != nil {
			return err
		}
		for _, e := range from {
			switch other, here := at[e.Other]; {
			case e.Kind == store.EdgeRefused: // it joins nothing
			case !here:
				into.Outside++
			case e.Kind.Directed() || i < other:
				into.Joins = append(into.Joins, Join{i, other, kinds[e.Kind], float64(e.Weight)})
			}
		}
		for _, e := range to {
			if _, here := at[e.Other]; !here && e.Kind.Directed() {
				into.Outside++
			}
		}
	}
	return nil
}
