package agreed

import (
	"context"
	"errors"
	"fmt"
)

// Member is what a node said of itself.
type Member struct {
	Key   string `json:"key"`   // drawn by the node when its folder was made: two machines of one name have two
	About string `json:"about"` // what other nodes are told of it
	// Leaving: it is being taken out of the cluster, and gets no shard by itself any more. A start of the node takes that back.
	Leaving bool `json:"leaving,omitempty"`
	// Empty: it is new, and has not been given its shards yet, see [Table.Fill].
	Empty bool `json:"empty,omitempty"`
}

// ErrTaken says that another machine has the node's name.
var ErrTaken = errors.New("another machine has joined the cluster by that name")

// Join notes a node as a member. fresh: it is to be given shards, and told so by [Table.Filled]; a join that was cut short between, or of which the answer was lost, leaves that so.
// The error wraps [ErrTaken], or [ErrLeft] where this very node was taken out: its shards have gone on without it.
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

// Filled notes that a node has been given its shards. Shards that are taken from it later do not come back by themselves.
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

// Members are the nodes that have joined and not left, by name.
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

// Part notes that a node is being taken out of the cluster.
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

// Forget takes a node out of the members, and notes that it has left: its folder joins no more. It must keep no shard any more.
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
			err = t.noteLeft(ctx, name, m.Key) // first: what is cut short here is gone on with by another Forget
		}
		if err != nil {
			return err
		}
		return t.Nodes.Delete(ctx, name)
	})
}
