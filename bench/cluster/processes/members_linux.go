package processes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// Join has one more node join the cluster, or make it, and starts it. Its number is returned when it answers; it may keep nothing yet.
func (c *Cluster) Join(ctx context.Context) (number int, err error) {
	number = len(c.nodes)
	n := &node{cluster: c, number: number, name: fmt.Sprint("n", number), data: filepath.Join(c.Dir, fmt.Sprint("n", number)), at: address}
	if err := n.enter(ctx); err != nil {
		return number, err
	}
	c.nodes = append(c.nodes, n)
	return number, c.Start(ctx, number)
}

// Leave removes a node from the cluster for good. A running node gets the request itself, and is killed afterwards; for one that does not run, another node gets it.
func (c *Cluster) Leave(ctx context.Context, number int) error {
	n := c.nodes[number]
	n.mu.Lock()
	runs := n.cmd != nil
	n.mu.Unlock()
	n.left = true // so that another node gets the request below
	args := []string{"cluster", "leave", "--yes"}
	if runs {
		if _, err := n.command(ctx, args...); err != nil {
			return err
		}
		return n.kill()
	}
	_, err := c.staying()[0].command(ctx, append(args, n.name)...)
	return err
}

// staying are the nodes that were not taken out.
func (c *Cluster) staying() (out []*node) {
	for _, n := range c.nodes {
		if !n.left {
			out = append(out, n)
		}
	}
	return out
}

// Staying are their numbers.
func (c *Cluster) Staying() (out []int) {
	for _, n := range c.staying() {
		out = append(out, n.number)
	}
	return out
}

// Run runs a command of the program to its end, on a node's host and with its folder, and returns what it printed.
func (c *Cluster) Run(ctx context.Context, number int, args ...string) ([]byte, error) {
	return c.nodes[number].command(ctx, args...)
}

// Keeps reports whether a node keeps a shard.
func (c *Cluster) Keeps(ctx context.Context, number, shard int) (bool, error) {
	s, err := c.staying()[0].status(ctx)
	if err != nil {
		return false, err
	}
	for _, name := range s.kept()[shard] {
		if name == c.nodes[number].name {
			return true, nil
		}
	}
	return false, nil
}

// Even returns when the cluster is whole, each shard is kept so many times, none is on its way, and no node keeps two shards more than another.
func (c *Cluster) Even(ctx context.Context, replicas int) error {
	for {
		err := c.settled(ctx)
		if err == nil {
			if err = c.even(ctx, replicas); err == nil {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func (c *Cluster) even(ctx context.Context, replicas int) error {
	s, err := c.staying()[0].status(ctx)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for shard, names := range s.kept() {
		if len(names) != replicas || s.Shards[shard].Leaving != "" {
			return fmt.Errorf("shard %d is kept by %v", shard, names)
		}
		for _, name := range names {
			counts[name]++
		}
	}
	fewest, most := len(s.Shards), 0
	for _, n := range c.staying() {
		fewest, most = min(fewest, counts[n.name]), max(most, counts[n.name])
	}
	if most > fewest+1 {
		return fmt.Errorf("nodes keep %v shards", counts)
	}
	return nil
}

// kept are the nodes that keep each shard.
func (s *status) kept() [][]string {
	out := make([][]string, len(s.Shards))
	for i, shard := range s.Shards {
		for _, r := range shard.Replicas {
			out[i] = append(out[i], r.Node)
		}
	}
	return out
}
