package cluster

import (
	"context"
	"time"

	"asterism/engine/cluster/journal/stream"
)

// When a machine is lost on which a server of NATS led a stream, the others take 4 to 9 s to choose who leads it, and nobody can set that. A shard whose leader is lost needs two streams to have another: its log, and the
// leases. So these are led by servers of machines that lead other shards, where there is such a one, as far as that is possible.

// settleWait is left between two streams of which this node has another server lead them.
const settleWait = 250 * time.Millisecond

// apart has another server lead the log of a shard that this node leads, if its own server does: servers are called as their nodes.
func (n *node) apart(ctx context.Context, number int, log *stream.Journal) error {
	return n.move(ctx, func() (bool, error) {
		asked, err := log.LeadElsewhere(ctx, n.cfg.Name)
		if asked {
			n.log.Info("another server leads the log of a shard that this node leads", "shard", number)
		}
		return asked, err
	})
}

// move has one stream be led by another server at a time.
func (n *node) move(ctx context.Context, ask func() (asked bool, err error)) error {
	select {
	case n.moving <- struct{}{}:
		defer func() { <-n.moving }()
	case <-ctx.Done():
		return ctx.Err()
	}
	asked, err := ask()
	if asked {
		pause(ctx, settleWait)
	}
	return err
}

// keepLeasesApart has the leases be led by the server of the node that leads fewest shards, until ctx ends.
func (n *node) keepLeasesApart(ctx context.Context) {
	for pause(ctx, n.cfg.Lease); ctx.Err() == nil; pause(ctx, n.cfg.Lease) {
		err := n.move(ctx, func() (bool, error) {
			asked, err := stream.LeadElsewhere(ctx, n.js, n.names.leasesStream(), n.cfg.Name, func(others []string) string { return fewest(n.leads(), n.cfg.Name, others) })
			if asked {
				n.log.Info("another server leads the leases of shards")
			}
			return asked, err
		})
		if err != nil && ctx.Err() == nil {
			n.log.Debug("have another server lead the leases of shards", "error", err)
		}
	}
}

// leads is how many shards each node leads, as far as is known here.
func (n *node) leads() map[string]int {
	out := map[string]int{}
	for number := range n.settings.Shards {
		if l, known := n.leases.Leader(number); known {
			out[l.Node]++
		}
	}
	return out
}

// fewest is the one of others that leads fewest shards, the first of several, if it leads fewer than own does; empty: none does.
func fewest(leads map[string]int, own string, others []string) (node string) {
	least := leads[own]
	for _, other := range others {
		if leads[other] < least {
			node, least = other, leads[other]
		}
	}
	return node
}
