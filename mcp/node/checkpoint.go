package node

import (
	"context"
	"fmt"

	"asterism/engine/cluster/host"
	"asterism/engine/cluster/shard"
)

// checkpoint stores a shard that this node leads in the cluster's object store, and cuts its log.
func (n *Node) checkpoint(ctx context.Context, number int) (shard.Checkpoint, error) {
	s := n.cluster.Shard(number)
	if s == nil {
		return shard.Checkpoint{}, fmt.Errorf("shard %d: %w", number, host.ErrNotLeading)
	}
	return s.Checkpoint(ctx)
}

// resign gives up leadership of a shard to another node.
func (n *Node) resign(ctx context.Context, number int) error {
	s := n.cluster.Shard(number)
	if s == nil {
		return fmt.Errorf("shard %d: %w", number, host.ErrNotLeading)
	}
	return s.Resign(ctx)
}

// Checkpoint asks the leader of every shard for a checkpoint, one after the other.
func (n *Node) Checkpoint(ctx context.Context) ([]shard.Checkpoint, error) {
	made := []shard.Checkpoint{}
	for number := range n.cluster.Shards() {
		l, ok := n.cluster.LeaderOf(number)
		if !ok {
			return nil, unavailable(fmt.Errorf("nobody leads shard %d", number))
		}
		var c shard.Checkpoint
		if err := n.ask(ctx, l.Node, asked{Kind: askCheckpoint, Shard: number}, &c); err != nil {
			return nil, unavailable(err)
		}
		made = append(made, c)
	}
	return made, nil
}
