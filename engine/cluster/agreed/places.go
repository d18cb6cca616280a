package agreed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"asterism/engine/cluster/watch"

	"github.com/nats-io/nats.go/jetstream"
)

// Places contains, by shard, the nodes that keep it, in the order in which they were added.
type Places map[int][]string

// place is a shard's value.
type place struct {
	Nodes   []string `json:"nodes"`
	Leaving string   `json:"leaving,omitempty"` // the node that drops the shard when the others have all of it, see [Table.Begin]
}

const allPlaces = "place.*"

func placeKey(shard int) string { return fmt.Sprintf("place.%04d", shard) }

func placeOf(key string) (shard int, err error) {
	_, err = fmt.Sscanf(key, "place.%d", &shard)
	return shard, err
}

// Of returns the shards that a node keeps, in order.
func (p Places) Of(node string) (shards []int) {
	for n, nodes := range p {
		if slices.Contains(nodes, node) {
			shards = append(shards, n)
		}
	}
	sort.Ints(shards)
	return shards
}

// Rank returns how many other nodes should lead the shard before this one. The ranks spread the leads of several shards over their nodes.
func (p Places) Rank(shard int, node string) int {
	nodes := slices.Sorted(slices.Values(p[shard]))
	at := slices.Index(nodes, node)
	if at < 0 {
		return len(nodes)
	}
	return (at - shard%len(nodes) + len(nodes)) % len(nodes)
}

// Places reads the placement.
func (t *Table) Places(ctx context.Context) (out Places, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		out = Places{}
		return t.Shards.each(ctx, allPlaces, out.note)
	})
	return out, err
}

func (p Places) note(e *entry) error {
	shard, err := placeOf(e.key)
	if err != nil {
		return err
	}
	v, err := decode[place](e)
	if err == nil {
		p[shard] = v.Nodes
	}
	return err
}

// Fill gives a new node the shards that have too few replicas: all of them for the first node.
func (t *Table) Fill(ctx context.Context, node string, shards, replicas int) error {
	for n := range shards {
		err := change(ctx, t.Shards, placeKey(n), func(now *place) (place, bool, error) {
			if now == nil {
				return place{Nodes: []string{node}}, true, nil
			}
			if len(now.Nodes) >= replicas || slices.Contains(now.Nodes, node) {
				return *now, false, nil
			}
			return place{append(now.Nodes, node), now.Leaving}, true, nil
		})
		if err != nil {
			return fmt.Errorf("shard %d: %w", n, err)
		}
	}
	return nil
}

// Add adds a node to a shard. It does nothing if the node keeps the shard already.
func (t *Table) Add(ctx context.Context, shard int, node string) error {
	return change(ctx, t.Shards, placeKey(shard), func(now *place) (place, bool, error) {
		if now == nil {
			return place{}, false, errNoPlace
		}
		if slices.Contains(now.Nodes, node) {
			return *now, false, nil
		}
		return place{append(now.Nodes, node), now.Leaving}, true, nil
	})
}

var errNoPlace = errors.New("no node keeps it: the cluster is still being made, or its bucket was changed by hand")

// Remove takes a node from a shard, and ends a move that [Table.Begin] began. It does nothing if the node does not keep the shard. The last node cannot be removed.
func (t *Table) Remove(ctx context.Context, shard int, node string) error {
	return change(ctx, t.Shards, placeKey(shard), func(now *place) (place, bool, error) {
		if now == nil {
			return place{}, false, errNoPlace
		}
		rest := slices.DeleteFunc(slices.Clone(now.Nodes), func(n string) bool { return n == node })
		if len(rest) == len(now.Nodes) {
			return *now, false, nil
		}
		if len(rest) == 0 {
			return *now, false, fmt.Errorf("node %s is the last that keeps it: let another node keep it first", node)
		}
		return place{Nodes: rest}, true, nil
	})
}

// WatchPlaces calls fn with the nodes of each shard, once for each and then at every change, until ctx or the watch ends, see [watch.Entries].
func (t *Table) WatchPlaces(ctx context.Context, fn func(shard int, nodes []string)) error {
	begin := func(ctx context.Context) (jetstream.KeyWatcher, error) {
		return t.Shards.WatchFiltered(ctx, []string{allPlaces}, jetstream.IgnoreDeletes())
	}
	return watch.Entries(ctx, begin, func(e jetstream.KeyValueEntry) error {
		now := Places{}
		if err := now.note(entryOf(e)); err != nil {
			return err
		}
		for shard, nodes := range now {
			fn(shard, nodes)
		}
		return nil
	})
}
