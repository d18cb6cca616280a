package cluster

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/cluster/agreed"
)

// SpreadLeads gives away the lead of one shard, if this node leads at least two more than the node that then takes it. It returns the shard and the new leader; without such a shard
// it returns -1. It does nothing while any shard has no leader. ready reports whether a node answers and has the whole shard. All nodes that keep the shard must be ready, so that
// the new one leads at once.
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

// leastSpread is the smallest difference in leads at which a node gives one away. A difference of one would only swap the two nodes.
const leastSpread = 2

// giveAway chooses the shard and the node that takes it: the first in rank of the nodes that keep the shard, without this one.
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

// heirOf returns the node that leads a shard after the given node stops; "" if no other node keeps it.
func heirOf(placed agreed.Places, shard int, without string) (heir string) {
	for _, node := range placed[shard] {
		if node != without && (heir == "" || placed.Rank(shard, node) < placed.Rank(shard, heir)) {
			heir = node
		}
	}
	return heir
}
