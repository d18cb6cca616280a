package cluster

import (
	"context"
	"fmt"

	"asterism/engine/cluster/agreed"
)

// Mover changes step by step which nodes keep which shard. [Open] returns one.
type Mover interface {
	// Places returns who keeps which shard and which shards are being moved.
	Places(ctx context.Context) (*Places, error)
	// BeginMove gives a shard to another node, and records that the first node drops it once all others have all of it. The error wraps [agreed.ErrMoved] if the placement has
	// changed meanwhile.
	BeginMove(ctx context.Context, number int, from, to string) error
	// Part records that a node is being taken out of the cluster. It then gets no more shards.
	Part(ctx context.Context, node string) error
	// Gone returns the names of nodes that have left, in no order. Other nodes may have the same names by now.
	Gone(ctx context.Context) ([]string, error)
}

// Places says which nodes keep which shard.
type Places struct {
	Replicas int              // the wanted number of replicas of a shard, where there are enough nodes
	Staying  []string         // members that are not being taken out, in no order
	Of       map[int][]string // by shard
	Leaving  map[int]string   // by moving shard: the node that drops it when the others have all of it
}

var _ Mover = (*node)(nil)

// Places implements [Mover].
func (n *node) Places(ctx context.Context) (*Places, error) {
	out := &Places{Replicas: n.settings.Replicas}
	members, err := n.table.Members(ctx)
	var placed agreed.Places
	var moves agreed.Moves
	if err == nil {
		placed, moves, err = n.table.Placed(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("read which nodes keep which shard: %w", err)
	}
	for name, m := range members {
		if !m.Leaving {
			out.Staying = append(out.Staying, name)
		}
	}
	out.Of, out.Leaving = placed, moves
	return out, nil
}

// BeginMove implements [Mover].
func (n *node) BeginMove(ctx context.Context, number int, from, to string) error {
	err := n.check(number)
	if err == nil {
		err = n.member(ctx, to)
	}
	if err == nil {
		err = n.table.Begin(ctx, number, from, to)
	}
	if err != nil {
		return fmt.Errorf("move shard %d from node %s to node %s: %w", number, from, to, err)
	}
	return nil
}

// Part implements [Mover].
func (n *node) Part(ctx context.Context, name string) error {
	if err := n.table.Part(ctx, name); err != nil {
		return fmt.Errorf("note that node %s leaves: %w", name, err)
	}
	return nil
}

// Gone implements [Mover].
func (n *node) Gone(ctx context.Context) (names []string, err error) {
	gone, err := n.table.Gone(ctx)
	if err != nil {
		return nil, fmt.Errorf("read which nodes have left: %w", err)
	}
	for _, l := range gone {
		names = append(names, l.Node)
	}
	return names, nil
}
