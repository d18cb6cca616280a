package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/record"
	"asterism/engine/cluster/shard"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

// DefaultReplicas is how many servers keep a log, and how many nodes keep a shard, when a cluster is made without a number.
const DefaultReplicas = 3

// DefaultLease is how long a leader keeps its lead without being heard from.
const DefaultLease = 3 * time.Second

// Open joins the cluster, or makes it if there is none, and begins to keep this node's shards. It returns when the node is a member. Shards are opened in the background and
// reported by [Node.Subscribe]. The error wraps [agreed.ErrOther], [agreed.ErrNewer] or [agreed.ErrTaken] when the node does not fit the cluster, and [agreed.ErrLeft] when it was
// taken out. In these cases nothing was changed.
func Open(ctx context.Context, c Config) (Node, error) {
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("open node: %w", err)
	}
	n, err := open(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("open node %s of cluster %s: %w", c.Name, c.Cluster, err)
	}
	return n, nil
}

func open(ctx context.Context, c Config) (_ *node, err error) {
	n := &node{cfg: c, names: names{c.Cluster}, log: c.Log.With("node", c.Name), group: caught.NewGroup(), places: agreed.Places{}, keepers: map[int]*keeper{}, moving: make(chan struct{}, 1)}
	if n.js, err = jetstream.New(c.Conn); err != nil {
		return nil, err
	}
	if err := n.join(ctx); err != nil {
		return nil, err
	}
	replicas := n.settings.Replicas
	if n.files, err = agreed.Objects(ctx, n.js, n.names.checkpoints(), replicas); err != nil {
		return nil, err
	}
	leases, err := agreed.Bucket(ctx, n.js, n.names.leases(), replicas)
	if err != nil {
		return nil, err
	}
	n.leases = shard.WatchLeases(leases, c.Name, c.Lease, n.log)
	n.hub = newHub(n.settings.Shards)
	n.running, n.stop = context.WithCancel(context.Background())
	n.inBackground(n.watchPlaces)
	n.inBackground(n.watchLeaders)
	n.inBackground(n.grow)
	n.inBackground(n.keepLeasesApart)
	return n, nil
}

// inBackground runs fn in the background until the node is closed.
func (n *node) inBackground(fn func(context.Context)) {
	n.group.Go(func() error { return caught.Do(func() { fn(n.running) }) })
}

// join agrees on the settings, adds the node to the members, and gives it shards if it is new.
func (n *node) join(ctx context.Context) error {
	c := &n.cfg
	own, err := readWhose(c)
	if err != nil {
		return err
	}
	if err := n.settle(ctx, own); err != nil {
		return err
	}
	own.ID, own.Shards, own.Replicas = n.settings.ID, n.settings.Shards, n.settings.Replicas
	if err := own.write(c.Dir); err != nil {
		return err
	}
	fresh, err := n.table.Join(ctx, c.Name, agreed.Member{Key: own.Key, About: c.About})
	if errors.Is(err, agreed.ErrLeft) { // the note lets the next start fail before it asks any other node
		return errors.Join(err, noteLeft(ctx, c, n.table))
	}
	if err != nil {
		return err
	}
	places, err := n.table.Places(ctx)
	if err != nil {
		return err
	}
	if !fresh && len(places) == n.settings.Shards { // otherwise the first node ended before it had placed all shards
		return nil
	}
	if err := n.table.Fill(ctx, c.Name, n.settings.Shards, n.settings.Replicas); err != nil || !fresh {
		return err
	}
	return n.table.Filled(ctx, c.Name)
}

// settle opens the table, and compares the settings or chooses them. A node whose folder belongs to a cluster never makes another cluster of that name.
func (n *node) settle(ctx context.Context, own whose) (err error) {
	c := &n.cfg
	want := agreed.Settings{Format: record.Format, Shards: c.Shards, Replicas: c.Replicas, Models: c.Models}
	var first *agreed.Settings
	if own.ID == "" {
		first = &agreed.Settings{Format: record.Format, ID: uuid.NewString(), Shards: c.Shards, Replicas: c.Replicas, Models: c.Models}
		if first.Shards == 0 {
			first.Shards = DefaultShards
		}
		if first.Replicas == 0 {
			first.Replicas = DefaultReplicas
		}
		n.table, err = agreed.Make(ctx, n.js, n.names.nodes(), n.names.shards(), first.Replicas)
	} else {
		n.table, err = agreed.Find(ctx, n.js, n.names.nodes(), n.names.shards())
	}
	if err == nil {
		n.settings, err = n.table.Settle(ctx, want, first)
	}
	if errors.Is(err, agreed.ErrNoCluster) {
		return fmt.Errorf("%w: folder %s belongs to the cluster with id %s: start the NATS that has it, or give an empty folder", err, c.Dir, own.ID)
	}
	if err == nil && own.ID != "" && own.ID != n.settings.ID {
		return fmt.Errorf("%w: folder %s belongs to the cluster with id %s, and this NATS has another one of that name, with id %s: connect to the NATS of the first, or give an empty folder",
			agreed.ErrOther, c.Dir, own.ID, n.settings.ID)
	}
	return err
}

// watchPlaces opens and removes shards as the placement says, until ctx ends.
func (n *node) watchPlaces(ctx context.Context) {
	for ctx.Err() == nil {
		watching, cancel := context.WithTimeout(ctx, 100*n.cfg.Lease) // it restarts from time to time, in case a server has lost the watch
		err := caught.Run(func() error {
			return n.table.WatchPlaces(watching, func(number int, nodes []string) {
				if number >= 0 && number < n.settings.Shards {
					n.placed(number, nodes, slices.Contains(nodes, n.cfg.Name))
				}
			})
		})
		cancel()
		n.log.Debug("the watch of the shards' places ended", "error", err)
		pause(ctx, n.cfg.Lease/10)
	}
}

// watchLeaders reports to subscribers when another node leads a shard, or none does.
func (n *node) watchLeaders(ctx context.Context) {
	for ctx.Err() == nil {
		changed := n.leases.Changed()
		for number := range n.settings.Shards {
			l, known := n.leases.Leader(number)
			n.hub.leads(number, l, known)
		}
		select {
		case <-changed:
		case <-time.After(n.cfg.Lease / 2): // to notice a leader whose lease has run out
		case <-ctx.Done():
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// Close implements [Node].
func (n *node) Close(ctx context.Context) error {
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return errClosed
	}
	n.closed = true
	n.mu.Unlock()
	n.stop()
	done := make(chan struct{})
	closing := caught.NewGroup()
	closing.Go(func() error {
		defer close(done)
		_ = n.group.Wait() // the functions return no errors
		n.leases.Close()
		n.hub.close()
		return nil
	})
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("close node %s: its shards are still being closed: %w", n.cfg.Name, ctx.Err())
	}
}
