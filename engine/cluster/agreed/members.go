package agreed

import (
	"context"
	"errors"
	"fmt"
)

// Member is a node's entry in the table.
type Member struct {
	Key   string `json:"key"`   // random, made with the node's folder: two machines of the same name have different keys
	About string `json:"about"` // what other nodes get to know of it
	// Leaving: it is being taken out of the cluster, and is no longer given shards automatically. A start of the node resets this.
	Leaving bool `json:"leaving,omitempty"`
	// Empty: it is new and has not been given its shards yet, see [Table.Fill].
	Empty bool `json:"empty,omitempty"`
}

// ErrTaken means that another machine has the node's name.
var ErrTaken = errors.New("another machine has joined the cluster by that name")

// Join adds a node to the members. fresh means that the node still needs its shards; [Table.Filled] ends that. It stays true if a join was interrupted before Filled, or if its
// answer was lost. The error wraps [ErrTaken], or [ErrLeft] if this very node was taken out: the cluster's shards have changed without it.
func (t *Table) Join(ctx context.Context, name string, m Member) (fresh bool, err error) {
	if err := t.refuseLeft(ctx, m.Key); err != nil {
		return false, err
	}
	err = change(ctx, t.Nodes, name, func(now *Member) (Member, bool, error) {
		if now != nil && now.Key != m.Key {
			return m, false, fmt.Errorf("%w: give this one another name, or, when the other is gone for good, take it out of the cluster first", ErrTaken)
		}
		m.Empty = now == nil || now.Empty
		fresh = m.Empty
		return m, now == nil || *now != m, nil
	})
	return fresh, err
}

// Filled records that a node has been given its shards. Shards that are taken from it later do not come back automatically.
func (t *Table) Filled(ctx context.Context, name string) error {
	return change(ctx, t.Nodes, name, func(now *Member) (Member, bool, error) {
		if now == nil || !now.Empty {
			return Member{}, false, nil
		}
		is := *now
		is.Empty = false
		return is, true, nil
	})
}

// Members returns the nodes that have joined and not left, by name.
func (t *Table) Members(ctx context.Context) (out map[string]Member, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		out = map[string]Member{}
		return t.Nodes.each(ctx, everyKey, func(e *entry) error {
			m, err := decode[Member](e)
			if err == nil {
				out[e.key] = *m
			}
			return err
		})
	})
	return out, err
}

// Part records that a node is being taken out of the cluster.
func (t *Table) Part(ctx context.Context, name string) error {
	return change(ctx, t.Nodes, name, func(now *Member) (Member, bool, error) {
		if now == nil {
			return Member{}, false, fmt.Errorf("there is no node %s in the cluster", name)
		}
		is := *now
		is.Leaving = true
		return is, !now.Leaving, nil
	})
}

// Forget takes a node out of the members, and records that it has left, so that its folder cannot join again. The node must not keep any shard.
func (t *Table) Forget(ctx context.Context, name string) error {
	places, err := t.Places(ctx)
	if err != nil {
		return err
	}
	if kept := places.Of(name); len(kept) > 0 {
		return fmt.Errorf("node %s still keeps shards %v: move them to other nodes first", name, kept)
	}
	return Again(ctx, func(ctx context.Context) error {
		now, err := t.Nodes.newest(ctx, name)
		if err != nil {
			return err
		}
		if now == nil {
			return fmt.Errorf("there is no node %s in the cluster", name)
		}
		m, err := decode[Member](now)
		if err == nil {
			err = t.noteLeft(ctx, name, m.Key) // this comes first, so that another Forget can finish an interrupted one
		}
		if err != nil {
			return err
		}
		return t.Nodes.Delete(ctx, name)
	})
}
