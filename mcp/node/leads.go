package node

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster"
)

// spreadLook is how often a node checks whether it leads or keeps more than others. When leadership moves, callers wait while the new leader opens an engine. So at most one moves
// at a time, and none soon after another change.
const spreadLook = 30 * time.Second

// keepSpread gives up leads until ctx ends, while this node leads more than others, such as nodes that came later or came back.
func keepSpread(ctx context.Context, n *Node, every time.Duration) {
	var before string
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
		now := whoLeads(n.cluster)
		if now == before { // nothing changed since the last look
			n.note("spread leads over the nodes", caught.Run(func() error { return spreadLeads(ctx, n) }))
		}
		before = now
	}
}

// whoLeads returns one string of all leaders and their epochs, to be compared.
func whoLeads(c cluster.Node) string {
	var out []byte
	for shard := range c.Shards() {
		l, _ := c.LeaderOf(shard)
		out = fmt.Appendf(out, "%s/%d ", l.Node, l.Epoch)
	}
	return string(out)
}

func spreadLeads(ctx context.Context, n *Node) error {
	nodes, err := n.look(ctx)
	if err != nil {
		return err
	}
	all := map[string]map[int]ReplicaState{}
	for name, answer := range n.states(ctx, nodes) {
		if answer.err != nil {
			continue
		}
		all[name] = map[int]ReplicaState{}
		for _, r := range answer.state.Replicas {
			all[name][r.Shard] = r
		}
	}
	shard, to, err := cluster.SpreadLeads(ctx, n.cluster, func(node string, shard int) bool {
		r, there := all[node][shard]
		return there && r.Behind == 0 && r.Trouble == ""
	})
	if shard >= 0 {
		n.cfg.Log.Info("another node leads a shard from now on, since it leads fewer", "shard", shard, "node", to)
	}
	return err
}
