package processes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/engine/cluster"
)

// status is the output of `asterism cluster status`, as far as it is used here.
type status struct {
	Whole  bool                    `json:"whole"`
	Nodes  []struct{ Node string } `json:"nodes"`
	Shards []struct {
		Shard    int                     `json:"shard"`
		Leader   string                  `json:"leader"`
		LogLed   string                  `json:"log_leader"`
		Leaving  string                  `json:"leaving"`
		Replicas []struct{ Node string } `json:"replicas"`
	} `json:"shards"`
	Trouble []string `json:"trouble"`
}

const statusWithin = 20 * time.Second

func (n *node) status(ctx context.Context) (s status, err error) {
	ctx, stop := context.WithTimeout(ctx, statusWithin)
	defer stop()
	out, err := n.command(ctx, "--json", "cluster", "status")
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(out, &s)
}

// open returns when the node reports the cluster's status.
func (n *node) open(ctx context.Context) error {
	for {
		_, err := n.status(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// Settled implements [trial.Cluster]: every node must report that the cluster is whole.
func (c *Cluster) Settled(ctx context.Context) error {
	var last error
	for {
		last = c.settled(ctx)
		if last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), last)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func (c *Cluster) settled(ctx context.Context) error {
	nodes := c.staying()
	for _, n := range nodes {
		s, err := n.status(ctx)
		if err != nil {
			return err
		}
		if !s.Whole || len(s.Nodes) != len(nodes) {
			return fmt.Errorf("node %s says of %d nodes: %s", n.name, len(s.Nodes), strings.Join(s.Trouble, "; "))
		}
	}
	return nil
}

// Leader implements [trial.Cluster].
func (c *Cluster) Leader(ctx context.Context, namespace string) (int, bool) {
	leader, _, ok := c.Leads(ctx, namespace)
	return leader, ok
}

// Leads are the node that leads the shard of a namespace, and the one whose server leads the shard's log; -1: none. ok is false when no node reports a leader of the shard.
func (c *Cluster) Leads(ctx context.Context, namespace string) (leader, log int, ok bool) {
	shard := cluster.ShardOf(namespace, c.Shards)
	for _, n := range c.staying() {
		s, err := n.status(ctx)
		if err != nil || shard >= len(s.Shards) {
			continue
		}
		if leader, ok = c.named(s.Shards[shard].Leader); ok {
			log, _ = c.named(s.Shards[shard].LogLed)
			return leader, log, true
		}
	}
	return -1, -1, false
}

func (c *Cluster) named(name string) (int, bool) {
	for _, n := range c.nodes {
		if n.name == name {
			return n.number, true
		}
	}
	return -1, false
}
