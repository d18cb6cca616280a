package node

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"asterism/engine/cluster"
)

// placement returns which nodes keep each shard.
func (n *Node) placement(ctx context.Context) (map[int][]string, error) {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	placed, err := n.cluster.Placement(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask which nodes keep which shard: %w", err)
	}
	return placed, nil
}

// leaving returns, for the shards that are being moved, which node will drop them; nil if that is not known, as without a majority.
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
