package processes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"

	"asterism/bench/cluster/network"
	"asterism/bench/cluster/trial"
	"asterism/bench/toolcall"
)

// Options define the cluster.
type Options struct {
	Program string // path of asterism
	Dir     string // for the nodes' folders
	Nodes   int
	Hosts   int // for nodes that join later; fewer than Nodes: as many
	Shards  int
	Seed    uint64 // of what happens to packets by chance
}

// Cluster is some nodes, numbered from 0. It implements [trial.Cluster].
type Cluster struct {
	Options
	net   *network.Network
	nodes []*node
	kept  [][]string // by which nodes each shard was kept when all were ended
}

var _ trial.Cluster = (*Cluster)(nil)

// New makes a cluster whose nodes all run and which is whole. What is left of a failed one is taken away.
func New(ctx context.Context, o Options) (_ *Cluster, err error) {
	c := &Cluster{Options: o}
	if c.net, err = network.New(max(o.Nodes, o.Hosts), o.Seed); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	for range o.Nodes {
		if _, err := c.Join(ctx); err != nil {
			return nil, err
		}
	}
	return c, c.Settled(ctx)
}

// enter makes the cluster, or joins it.
func (n *node) enter(ctx context.Context) error {
	place := []string{"--node", n.name, "--listen", n.cluster.net.Address(n.number) + ":7747"}
	if n.number == 0 {
		_, err := n.command(ctx, append([]string{"cluster", "init", "--name", "trial", "--shards", fmt.Sprint(n.cluster.Shards)}, place...)...)
		return err
	}
	host := n.cluster.staying()[0]
	if err := host.open(ctx); err != nil { // its join address is open once it reports the cluster's status
		return err
	}
	word, err := host.command(ctx, "cluster", "invite")
	if err != nil {
		return err
	}
	_, err = n.command(ctx, append(append([]string{"cluster", "join"}, place...), strings.TrimSpace(string(word)))...)
	return err
}

// Nodes implements [trial.Cluster].
func (c *Cluster) Nodes() int { return len(c.nodes) }

// Network implements [trial.Cluster].
func (c *Cluster) Network() *network.Network { return c.net }

// Caller implements [trial.Cluster].
func (c *Cluster) Caller(node int) *toolcall.Caller { return c.nodes[node].caller() }

// Start implements [trial.Cluster].
func (c *Cluster) Start(ctx context.Context, node int) error { return c.nodes[node].start(ctx) }

// Kill implements [trial.Cluster].
func (c *Cluster) Kill(node int) error { return c.nodes[node].kill() }

// StartAll starts the nodes that do not run, at the same time.
func (c *Cluster) StartAll(ctx context.Context) error {
	return c.all(func(n *node) error {
		if n.left {
			return nil
		}
		return n.start(ctx)
	})
}

// all does something with all nodes at once.
func (c *Cluster) all(do func(*node) error) error {
	errs := make([]error, len(c.nodes))
	var doing sync.WaitGroup
	for i, n := range c.nodes {
		doing.Go(func() { errs[i] = do(n) })
	}
	doing.Wait()
	return errors.Join(errs...)
}

// Stop waits until all replicas have everything, and kills all nodes at once: what a replica has then is what the log brought, and nobody has written on a last way.
func (c *Cluster) Stop(ctx context.Context) error {
	if err := c.Settled(ctx); err != nil {
		return err
	}
	s, err := c.staying()[0].status(ctx)
	if err != nil {
		return err
	}
	c.kept = s.kept()
	return c.all((*node).kill)
}

// Close ends all nodes and takes their hosts away. The folders stay.
func (c *Cluster) Close() error {
	return errors.Join(c.all((*node).kill), c.net.Close())
}

// command runs a command of the program to its end, on the node's host.
func (n *node) command(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, n.cluster.Program, append([]string{"--data", n.data}, args...)...)
	cmd.Env = append(os.Environ(), "ASTERISM_NAMESPACE=default")
	var words strings.Builder
	cmd.Stderr = &words
	out, err := n.cluster.net.Command(n.number, cmd).Output()
	if err != nil {
		return nil, fmt.Errorf("asterism %s at node %s: %w: %s", strings.Join(args, " "), n.name, err, words.String())
	}
	return out, nil
}
