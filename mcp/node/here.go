package node

import (
	"context"
	"fmt"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/host"
	"asterism/engine/store"
	"asterism/engine/warm"
)

// here gives calls access to what this node has itself. It implements [passing.Here].
type here struct{ n *Node }

// Engine returns the engine of a shard that this node leads.
func (h here) Engine(shard int) (*engine.Engine, error) {
	return h.n.host.Engine(shard)
}

// Has reports whether the replica of a shard has a memory.
func (h here) Has(ctx context.Context, shard int, id store.ID) (bool, error) {
	s, err := h.replica(shard)
	if err != nil {
		return false, err
	}
	got, err := s.Store().Get(ctx, store.Parts{}, id)
	if err != nil {
		return false, err
	}
	return got[0] != nil, nil
}

// Confirm returns nil when this node was leading the shard at some moment after the call.
func (h here) Confirm(ctx context.Context, shard int) error {
	s, err := h.replica(shard)
	if err != nil {
		return err
	}
	return s.Confirm(ctx)
}

// Applied returns up to which place of the log this node's replica has applied it.
func (h here) Applied(shard int) uint64 {
	if s := h.n.cluster.Shard(shard); s != nil {
		return s.Applied()
	}
	return 0
}

// Behind returns how many writes of a shard this node has not applied yet, as far as it knows. With [here.Reading] it implements [passing.Nearby].
func (h here) Behind(shard int) uint64 {
	if s := h.n.cluster.Shard(shard); s != nil {
		return s.Behind()
	}
	return 0
}

// Reading returns the engine of a shard that is led or followed here.
func (h here) Reading(shard int) (*engine.Engine, *warm.Follower, error) {
	return h.n.host.Reading(shard)
}

func (h here) replica(shard int) (cluster.Shard, error) {
	s := h.n.cluster.Shard(shard)
	if s == nil {
		return nil, fmt.Errorf("shard %d: %w", shard, host.ErrNotLeading)
	}
	return s, nil
}

// others is the cluster, as needed to pass calls on. It implements [passing.Cluster].
type others struct{ n *Node }

// Name returns this node's name.
func (o others) Name() string { return o.n.cluster.Name() }

// Shards returns the number of shards.
func (o others) Shards() int { return o.n.cluster.Shards() }

// LeaderOf returns the node that leads a shard.
func (o others) LeaderOf(shard int) (node string, ok bool) {
	l, ok := o.n.cluster.LeaderOf(shard)
	return l.Node, ok
}

// Lacks says what the cluster needs before it can serve.
func (o others) Lacks() string { return Lacks(o.n) }
