package node

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"asterism/engine/cluster"
)

// placement is which nodes keep which shard.
func (n *Node) placement(ctx context.Context) (map[int][]string, error) {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	placed, err := n.cluster.Placement(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask which nodes keep which shard: %w", err)
	}
	return placed, nil
}

// leaving says of the shards that are on their way who keeps them no more; without a majority it is not known.
func leaving(ctx context.Context, n *Node) map[int]string {
	mover, ok := n.cluster.(cluster.Mover)
	if !ok {
		return nil
	}
	p, err := placesOf(ctx, mover)
	if err != nil {
		return nil
	}
	return p.Leaving
}

func compare(a, b string) int { return cmp.Compare(a, b) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
