package shard

import (
	"context"
	"time"

	"asterism/engine/caught"
)

// askSilent reads the leases that were not seen for longer than the renewal interval of a holder. Changes arrive through a consumer that one server keeps. If that server is lost,
// the next consumer takes long, while any remaining server can answer a read.
func (l *Leases) askSilent(ctx context.Context) {
	asking := caught.NewGroup()
	for _, shard := range l.silent() {
		asking.Go(func() error {
			once, cancel := context.WithTimeout(ctx, l.ttl/4) // the server that is asked may be lost
			defer cancel()
			_ = l.refresh(once, shard) // the next call tries again
			return nil
		})
	}
	_ = asking.Wait() // its functions return no errors
}

// silent returns the shards whose leases were not seen for longer than the renewal interval of a holder.
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

// awaitServers returns when the servers that keep the leases have a leader again, and the last holder of the lease has had time to renew it. During the election the holder could
// not renew, so the lease does not count as free.
func (l *Leases) awaitServers(ctx context.Context, shard int) error {
	for led := false; !led; led = l.answer(ctx) { // a leader may not be enough, so there is a pause in any case
		if pause(ctx, l.ttl/20); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if h, _ := l.look(shard); h.Node != "" && h.Node != l.node {
		pause(ctx, l.ttl/2)
	}
	return ctx.Err()
}

// answer reports whether the servers that keep the leases have a leader.
func (l *Leases) answer(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, l.ttl/4)
	defer cancel()
	_, err := l.kv.Status(ctx)
	return err == nil
}
