package node

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
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

func compare(a, b string) int { return cmp.Compare(a, b) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
