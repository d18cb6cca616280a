package cluster

import (
	"context"
	"time"

	"asterism/engine/cluster/journal/stream"
)

// When a machine fails whose NATS server leads a stream, the other servers need 4 to 9 s to elect a new stream leader. That time cannot be configured. A shard whose leader fails
// needs two streams with a leader before another node can lead it: its log and the leases. So these streams are led, where possible, by servers on other machines than the shard's
// leader.

// settleWait is the pause after this node has moved the leadership of a stream to another server, before it moves the next.
const settleWait = 250 * time.Millisecond

// apart moves the leadership of the log of a shard that this node leads to another server, if this node's own server has it. Servers have the names of their nodes.
func (n *node) apart(ctx context.Context, number int, log *stream.Journal) error {
	return n.move(ctx, func() (bool, error) {
		asked, err := log.LeadElsewhere(ctx, n.cfg.Name)
		if asked {
			n.log.Info("another server leads the log of a shard that this node leads", "shard", number)
		}
		return asked, err
	})
}

// move runs ask, which moves the leadership of one stream. Only one such move runs at a time.
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

// keepLeasesApart moves the leadership of the leases' stream to the server of the node that leads the fewest shards. It runs until ctx ends.
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

// leads returns how many shards each node leads, as far as this node knows.
func (n *node) leads() map[string]int {
	out := map[string]int{}
	for number := range n.settings.Shards {
		if l, known := n.leases.Leader(number); known {
			out[l.Node]++
		}
	}
	return out
}

// fewest returns the node among others that leads the fewest shards (the first one if several do), provided it leads fewer than own. It returns "" if none does.
func fewest(leads map[string]int, own string, others []string) (node string) {
	least := leads[own]
	for _, other := range others {
		if leads[other] < least {
			node, least = other, leads[other]
		}
	}
	return node
}
