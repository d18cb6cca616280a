package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/shard"

	"github.com/nats-io/nats.go/jetstream"
)

// node implements [Node].
type node struct {
	cfg      Config
	names    names
	log      *slog.Logger
	js       jetstream.JetStream
	settings agreed.Settings
	table    *agreed.Table
	leases   *shard.Leases
	files    jetstream.ObjectStore
	hub      *hub
	group    *caught.Group
	running  context.Context
	stop     context.CancelFunc

	moving chan struct{} // a semaphore of one: the moves of stream leadership run one at a time

	mu      sync.Mutex
	places  agreed.Places
	keepers map[int]*keeper
	closed  bool
}

// Name implements [Node].
func (n *node) Name() string { return n.cfg.Name }

// Shards implements [Node].
func (n *node) Shards() int { return n.settings.Shards }

// Shard implements [Node].
func (n *node) Shard(number int) Shard {
	n.mu.Lock()
	k := n.keepers[number]
	n.mu.Unlock()
	if k == nil {
		return nil
	}
	if s := k.shard(); s != nil {
		return s
	}
	return nil
}

// LeaderOf implements [Node].
func (n *node) LeaderOf(number int) (Leader, bool) { return n.leases.Leader(number) }

// Subscribe implements [Node].
func (n *node) Subscribe(fn func(Change)) (stop func()) { return n.hub.subscribe(fn) }

// Members implements [Node].
func (n *node) Members(ctx context.Context) (map[string]string, error) {
	members, err := n.table.Members(ctx)
	if err != nil {
		return nil, fmt.Errorf("list members of the cluster: %w", err)
	}
	out := make(map[string]string, len(members))
	for name, m := range members {
		out[name] = m.About
	}
	return out, nil
}

// Placement implements [Node].
func (n *node) Placement(ctx context.Context) (map[int][]string, error) {
	places, err := n.table.Places(ctx)
	if err != nil {
		return nil, fmt.Errorf("read which nodes keep which shard: %w", err)
	}
	return places, nil
}

// AddReplica implements [Node].
func (n *node) AddReplica(ctx context.Context, number int, name string) error {
	err := n.check(number)
	if err == nil {
		err = n.member(ctx, name)
	}
	if err == nil {
		err = n.table.Add(ctx, number, name)
	}
	if err != nil {
		return fmt.Errorf("have node %s keep shard %d: %w", name, number, err)
	}
	return nil
}

// RemoveReplica implements [Node].
func (n *node) RemoveReplica(ctx context.Context, number int, name string) error {
	err := n.check(number)
	if err == nil {
		err = n.table.Remove(ctx, number, name)
	}
	if err != nil {
		return fmt.Errorf("have node %s keep shard %d no more: %w", name, number, err)
	}
	return nil
}

func (n *node) check(number int) error {
	if number < 0 || number >= n.settings.Shards {
		return fmt.Errorf("there is no such shard: they are 0 to %d", n.settings.Shards-1)
	}
	return nil
}

func (n *node) member(ctx context.Context, name string) error {
	members, err := n.table.Members(ctx)
	if err != nil {
		return err
	}
	if _, ok := members[name]; !ok {
		var names []string
		for m := range members {
			names = append(names, m)
		}
		slices.Sort(names)
		return fmt.Errorf("there is no such node: the members are %v", names)
	}
	return nil
}

// Leave implements [Node].
func (n *node) Leave(ctx context.Context) error { return n.Forget(ctx, n.cfg.Name) }

// Forget implements [Node].
func (n *node) Forget(ctx context.Context, name string) error {
	if err := n.table.Forget(ctx, name); err != nil {
		return fmt.Errorf("take node %s out of the cluster: %w", name, err)
	}
	if name != n.cfg.Name {
		return nil
	}
	if err := noteLeft(ctx, &n.cfg, n.table); err != nil { // without the note, the other nodes report it at its next start
		n.log.Warn("note in the folder that the node has left", "error", err)
	}
	return nil
}
