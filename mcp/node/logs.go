package node

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// wholeLog is on how many servers a log is stored if there are as many.
const wholeLog = 3

// shardLog says where the log of a shard is stored.
type shardLog struct {
	servers []string // that have all of it
	leader  string   // the one that leads them; empty: none does, or the NATS is no cluster
	err     error
}

// logs asks NATS where the logs of all shards are stored.
func (n *Node) logs(ctx context.Context) []shardLog {
	ctx, stop := context.WithTimeout(ctx, lookWait)
	defer stop()
	out := make([]shardLog, n.cluster.Shards())
	js, err := jetstream.New(n.bus.Conn())
	var asking sync.WaitGroup
	for shard := range out {
		if err != nil {
			out[shard].err = err
			continue
		}
		asking.Go(func() {
			out[shard].err = caught.Run(func() (err error) { out[shard], err = n.logOf(ctx, js, shard); return err })
		})
	}
	asking.Wait()
	return out
}

func (n *Node) logOf(ctx context.Context, js jetstream.JetStream, shard int) (out shardLog, err error) {
	s, err := js.Stream(ctx, cluster.LogName(n.cfg.Member.Cluster, shard))
	if err != nil {
		return out, err
	}
	out.servers = []string{}
	c := s.CachedInfo().Cluster
	if c == nil { // a NATS without clustering
		return out, nil
	}
	if out.leader = c.Leader; c.Leader != "" {
		out.servers = append(out.servers, c.Leader)
	}
	for _, p := range c.Replicas {
		if p.Current && !p.Offline {
			out.servers = append(out.servers, p.Name)
		}
	}
	slices.Sort(out.servers)
	return out, nil
}
