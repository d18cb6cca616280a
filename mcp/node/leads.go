package node

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster"
)

// spreadLook is how often a node looks whether it leads more than others, or keeps more. A lead that goes to another node costs its callers the opening of an engine, so at most one goes at a time, and none soon after something else changed.
const spreadLook = 30 * time.Second

// keepSpread gives leads away until ctx ends, as long as this node leads more than others: those that came later, or came back. It looks every so often.
func keepSpread(ctx context.Context, n *Node, every time.Duration) {
	var before string
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
		now := whoLeads(n.cluster)
		if now == before { // it has been calm
			n.note("spread leads over the nodes", caught.Run(func() error { return spreadLeads(ctx, n) }))
		}
		before = now
	}
}

// whoLeads says in one word who leads which shard for the how-manieth time.
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
	for name, told := range n.states(ctx, nodes) {
		if told.err != nil {
			continue
		}
		all[name] = map[int]ReplicaState{}
		for _, r := range told.state.Replicas {
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
