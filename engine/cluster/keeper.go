package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal/stream"
	"asterism/engine/cluster/shard"
)

// keeper opens this node's replica of a shard when the node should keep it, and closes and removes it when the node should not.
type keeper struct {
	n      *node
	number int
	ring   chan struct{} // has one value when wanted may have changed

	mu     sync.Mutex
	wanted bool
	open   *shard.Shard
}

// How long to wait before the next attempt to open a replica.
const (
	retryOpen     = time.Second
	mostRetryOpen = 30 * time.Second
)

// placed records which nodes keep a shard.
func (n *node) placed(number int, nodes []string, here bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.places[number] = nodes
	k := n.keepers[number]
	if k == nil {
		if !here || n.closed {
			return
		}
		k = &keeper{n: n, number: number, ring: make(chan struct{}, 1)}
		n.keepers[number] = k
		n.inBackground(k.run)
	}
	k.want(here)
}

func (k *keeper) want(here bool) {
	k.mu.Lock()
	k.wanted = here
	k.mu.Unlock()
	select {
	case k.ring <- struct{}{}:
	default:
	}
}

// shard returns the open replica, while this node should keep it.
func (k *keeper) shard() *shard.Shard {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.wanted {
		return nil
	}
	return k.open
}

// run opens or removes the replica as wanted until ctx ends, and then closes it.
func (k *keeper) run(ctx context.Context) {
	wait := retryOpen
	for ctx.Err() == nil {
		err := caught.Run(func() error { return k.act(ctx) })
		if err == nil {
			wait = retryOpen
			select {
			case <-k.ring:
			case <-ctx.Done():
			}
			continue
		}
		if ctx.Err() != nil {
			break
		}
		k.n.log.Error("a shard has failed on this node and is tried again", "shard", k.number, "error", err)
		select {
		case <-k.ring:
		case <-time.After(wait):
		case <-ctx.Done():
		}
		wait = min(2*wait, mostRetryOpen)
	}
	if err := k.close(); err != nil {
		k.n.log.Error("close a shard", "shard", k.number, "error", err)
	}
}

func (k *keeper) act(ctx context.Context) error {
	k.mu.Lock()
	wanted, open := k.wanted, k.open
	k.mu.Unlock()
	switch {
	case wanted && open == nil:
		return k.begin(ctx)
	case !wanted:
		return k.remove()
	}
	return nil
}

// begin opens the replica. It delivers no change before [node.Shard] returns the replica.
func (k *keeper) begin(ctx context.Context) error {
	n := k.n
	opening, cancel := context.WithTimeout(ctx, openWait)
	log, err := stream.Open(opening, n.cfg.Conn, stream.Options{Name: n.names.log(k.number), Subject: n.names.subject(k.number), Replicas: n.settings.Replicas})
	cancel()
	if err != nil {
		return err
	}
	ready := make(chan struct{})
	s, err := shard.Open(ctx, shard.Config{
		Number: k.number, Node: n.cfg.Name, Dir: ShardDir(n.cfg.Dir, k.number), StoreCache: n.cfg.StoreCache, OpenFiles: n.cfg.OpenFiles, Log: log, Leases: n.leases,
		Checkpoints: shard.Checkpoints{Pointers: n.table.Shards, Files: n.files}, Growth: n.cfg.Growth, Identity: fmt.Appendf(nil, "%s/%04d", n.settings.ID, k.number),
		Rank: func() int { return n.rank(k.number) }, Logger: n.log,
		Apart:  func(ctx context.Context) error { return n.apart(ctx, k.number, log) },
		Notify: func(c Change) { <-ready; n.hub.publish(c) },
	})
	if err != nil {
		return err
	}
	k.mu.Lock()
	k.open = s
	k.mu.Unlock()
	leader, known := n.leases.Leader(k.number)
	n.hub.publish(Change{Shard: k.number, Role: shard.Follower, Leader: leader, Known: known})
	close(ready)
	return nil
}

// openWait bounds how long the servers may take to make a log before the next attempt.
const openWait = 20 * time.Second

// remove closes the replica and deletes its store. The other nodes have the data.
func (k *keeper) remove() error {
	if err := k.close(); err != nil {
		return err
	}
	if err := os.RemoveAll(ShardDir(k.n.cfg.Dir, k.number)); err != nil {
		return fmt.Errorf("remove the store of a shard that is kept elsewhere: %w", err)
	}
	leader, known := k.n.leases.Leader(k.number)
	k.n.hub.publish(Change{Shard: k.number, Role: shard.Follower, Leader: leader, Known: known, Gone: true})
	return nil
}

func (k *keeper) close() error {
	k.mu.Lock()
	open := k.open
	k.mu.Unlock()
	if open == nil {
		return nil
	}
	err := open.Close()
	k.mu.Lock()
	k.open = nil
	k.mu.Unlock()
	return err
}

func (n *node) rank(number int) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.places.Rank(number, n.cfg.Name)
}

var errClosed = errors.New("the node is closed")
