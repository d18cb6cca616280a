package cluster

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/cluster/agreed"
)

// SpreadLeads has this node give away the lead of one shard, if it leads at least two more than the node that then takes it, and says which and to whom; without one the shard is -1. It does nothing while a shard is led by
// nobody. ready reports whether a node answers and has all of a shard: all that keep a shard must, so that whoever takes it leads at once, and nothing moves while something is wrong.
func SpreadLeads(ctx context.Context, n Node, ready func(node string, shard int) bool) (shard int, to string, err error) {
	leads := make([]string, n.Shards())
	for number := range leads {
		l, known := n.LeaderOf(number)
		if !known {
			return -1, "", nil
		}
		leads[number] = l.Node
	}
	placed, err := n.Placement(ctx)
	if err != nil {
		return -1, "", err
	}
	shard, to = giveAway(n.Name(), leads, placed, ready)
	if shard < 0 {
		return -1, "", nil
	}
	s := n.Shard(shard)
	if s == nil {
		return -1, "", nil
	}
	if err := s.Resign(ctx); err != nil {
		return -1, "", fmt.Errorf("give the lead of shard %d to node %s: %w", shard, to, err)
	}
	return shard, to, nil
}

// leastSpread is by how many leads more a node gives one away: with one more, giving it away would change nothing but names.
const leastSpread = 2

// giveAway chooses the shard, and the node that takes it: of those that keep a shard the one that ranks first, without this one.
func giveAway(own string, leads []string, placed agreed.Places, ready func(node string, shard int) bool) (shard int, to string) {
	counts := map[string]int{}
	for _, node := range leads {
		counts[node]++
	}
	shard = -1
	least := counts[own] - leastSpread + 1
	for number, leader := range leads {
		if leader != own {
			continue
		}
		heir := heirOf(placed, number, own)
		if heir == "" || counts[heir] >= least || slices.ContainsFunc(placed[number], func(node string) bool { return !ready(node, number) }) {
			continue
		}
		shard, to, least = number, heir, counts[heir]
	}
	return shard, to
}

// heirOf is who leads a shard when a node does no more; empty: nobody else keeps it.
func heirOf(placed agreed.Places, shard int, without string) (heir string) {
	for _, node := range placed[shard] {
		if node != without && (heir == "" || placed.Rank(shard, node) < placed.Rank(shard, heir)) {
			heir = node
		}
	}
	return heir
}
