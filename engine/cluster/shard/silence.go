package shard

import (
	"context"
	"time"

	"asterism/engine/caught"
)

// askSilent asks for the leases that nothing was heard of for longer than a holder takes to renew one. The servers tell of changes by a reader that one of them keeps. When that one is lost it takes long until there is
// another, while any server that is left can be asked.
func (l *Leases) askSilent(ctx context.Context) {
	asking := caught.NewGroup()
	for _, shard := range l.silent() {
		asking.Go(func() error {
			once, cancel := context.WithTimeout(ctx, l.ttl/4) // the one that is asked may be lost
			defer cancel()
			_ = l.refresh(once, shard) // or the next time
			return nil
		})
	}
	_ = asking.Wait() // it has no errors
}

// silent are the shards of whose leases nothing was heard for longer than a holder takes to renew one.
func (l *Leases) silent() (shards []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for shard, h := range l.table {
		if h.Node != l.node && time.Since(h.seen) > l.ttl/2 {
			shards = append(shards, shard)
		}
	}
	return shards
}

// awaitServers returns when the servers that keep the leases have chosen one that leads them again, and whoever held the lease has had time to renew it: while they chose he could not, and his lease is not free by
// that.
func (l *Leases) awaitServers(ctx context.Context, shard int) error {
	for led := false; !led; led = l.answer(ctx) { // that one leads need not be enough, so there is a pause in any case
		if pause(ctx, l.ttl/20); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if h, _ := l.look(shard); h.Node != "" && h.Node != l.node {
		pause(ctx, l.ttl/2)
	}
	return ctx.Err()
}

// answer reports whether one of the servers leads the others in keeping the leases.
func (l *Leases) answer(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, l.ttl/4)
	defer cancel()
	_, err := l.kv.Status(ctx)
	return err == nil
}
