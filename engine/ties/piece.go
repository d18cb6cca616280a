package ties

import (
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Piece is what one store brings to a map: its newest memories, at most as many as the map may have, and what each is tied to. It may go to another process, which puts pieces together
// with [Assemble].
type Piece struct {
	Nodes []Candidate // in the order of the map
	More  bool        // the store has older ones
}

// Candidate is a memory that may be on a map.
type Candidate struct {
	Node
	From, To []store.Edge       // links that lead from it, and to it
	Value    fingerprint.Packed // in E1; absent where it has none, or the map shows no near ones
}

func (c *Candidate) cursor() store.Cursor {
	return store.Cursor{Namespace: c.Namespace, Time: c.Time, ID: c.ID}
}

// Piece reads the piece of a map that this store has. The error is a [fault.Error].
func (f *Finder) Piece(ctx context.Context, q MapQuestion) (*Piece, error) {
	if err := q.complete(); err != nil {
		return nil, err
	}
	out := &Piece{}
	if err := f.candidates(ctx, &q, out); err != nil {
		return nil, fault.Storage("read the memories of a map", err)
	}
	for i := range out.Nodes {
		c := &out.Nodes[i]
		var err error
		if c.From, c.To, err = f.Store.Edges(ctx, c.ID); err != nil {
			return nil, fault.Storage("read the links of a map", err)
		}
	}
	if q.Kin == 0 {
		return out, nil
	}
	return out, fault.Storage("compare the memories of a map", f.values(ctx, out.Nodes))
}

func (f *Finder) candidates(ctx context.Context, q *MapQuestion, into *Piece) error {
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
		into.Nodes = append(into.Nodes, Candidate{Node: Node{f.Brief(m), m.Tags, m.Importance}})
		return true, nil
	})
}

// values puts in the values in E1.
func (f *Finder) values(ctx context.Context, nodes []Candidate) error {
	ids := make([]store.ID, len(nodes))
	for i := range nodes {
		ids[i] = nodes[i].ID
	}
	records, err := f.Store.Values(ctx, models.SetOf(models.Semantic), ids)
	for i := range records {
		nodes[i].Value = records[i][models.Semantic]
	}
	return err
}
