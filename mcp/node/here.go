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

// here is what this node has itself, as calls are carried out with it. It implements [passing.Here].
type here struct{ n *Node }

// Engine is that of a shard which this node leads.
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

// Confirm is nil when this node was leading the shard at a moment after the call.
func (h here) Confirm(ctx context.Context, shard int) error {
	s, err := h.replica(shard)
	if err != nil {
		return err
	}
	return s.Confirm(ctx)
}

// Applied is how far this node's replica of a shard holds its log.
func (h here) Applied(shard int) uint64 {
	if s := h.n.cluster.Shard(shard); s != nil {
		return s.Applied()
	}
	return 0
}

// Behind is how many writes of a shard this node has not applied yet, as far as it knows. With [here.Reading] it implements [passing.Nearby].
func (h here) Behind(shard int) uint64 {
	if s := h.n.cluster.Shard(shard); s != nil {
		return s.Behind()
	}
	return 0
}

// Reading is the engine of a shard that is led or followed here.
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

// others is the cluster as calls are passed on in it. It implements [passing.Cluster].
type others struct{ n *Node }

// Name is this node's.
func (o others) Name() string { return o.n.cluster.Name() }

// Shards is how many there are.
func (o others) Shards() int { return o.n.cluster.Shards() }

// LeaderOf is the node that leads a shard.
func (o others) LeaderOf(shard int) (node string, ok bool) {
	l, ok := o.n.cluster.LeaderOf(shard)
	return l.Node, ok
}

// Lacks is what the cluster lacks to serve.
func (o others) Lacks() string { return Lacks(o.n) }
