package shard

import (
	"context"
	"errors"
	"sync"
	"time"

	"asterism/engine/store"
)

// lease is a lease that this node holds.
type lease struct {
	l     *Leases
	shard int
	epoch uint64

	mu       sync.Mutex
	revision uint64
	leading  bool
	valid    time.Time // until then no other node takes it, by this node's monotonic clock
}

// validShare is the part of a lease that its holder relies on. The rest is far more than clocks differ in speed.
const validShare = 0.9

// take takes the lease, if it has not changed since this node last saw it.
func (l *Leases) take(ctx context.Context, shard int) (*lease, error) {
	h, _ := l.look(shard)
	sent := time.Now()
	revision, err := l.swap(ctx, shard, entry{Node: l.node}, h.revision)
	if err != nil {
		_ = l.refresh(ctx, shard) // the watch would also deliver it
		return nil, err
	}
	out := &lease{l: l, shard: shard, epoch: revision, revision: revision}
	out.validFrom(sent)
	return out, nil
}

func (a *lease) validFrom(sent time.Time) {
	a.valid = sent.Add(time.Duration(float64(a.l.ttl) * validShare))
}

// holds reports whether no other node can have the lease at this moment.
func (a *lease) holds() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.valid)
}

// renew renews the lease once. The error wraps [store.ErrDeposed] when the lease is lost; after other errors it may still be held.
func (a *lease) renew(ctx context.Context) error {
	a.mu.Lock()
	known, leading := a.revision, a.leading
	a.mu.Unlock()
	sent := time.Now()
	revision, err := a.l.swap(ctx, a.shard, entry{Node: a.l.node, Epoch: a.epoch, Leading: leading}, known)
	if errors.Is(err, store.ErrDeposed) { // or a renewal was written and its answer lost
		if asked := a.l.refresh(ctx, a.shard); asked != nil {
			return asked
		}
		h, _ := a.l.look(a.shard)
		if h.Node != a.l.node || h.Epoch != a.epoch {
			return err
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.revision = max(a.revision, h.revision)
		return nil
	}
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.revision = revision
	a.validFrom(sent)
	return nil
}

// keep renews the lease until ctx ends, or until the lease is lost, and then returns why. After another error it tries again soon: during an election nobody can renew a lease, and
// afterwards the other nodes wait a little for the former holders.
func (a *lease) keep(ctx context.Context) error {
	for next := a.l.ttl / 4; ; {
		pause(ctx, next)
		if ctx.Err() != nil {
			return nil
		}
		next = a.l.ttl / 4
		if err := a.renew(ctx); errors.Is(err, store.ErrDeposed) {
			return err
		} else if err != nil {
			next = a.l.ttl / 20
		}
	}
}

// lead announces that the holder leads now.
func (a *lease) lead(ctx context.Context) {
	a.mu.Lock()
	a.leading = true
	a.mu.Unlock()
	_ = a.renew(ctx) // the next renewal would announce it too
}

// release gives up the lease, so that another node can take it at once. If the servers do not answer, the lease expires.
func (a *lease) release() {
	ctx, cancel := context.WithTimeout(context.Background(), askWait)
	defer cancel()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.valid = time.Time{}
	_, _ = a.l.swap(ctx, a.shard, entry{Epoch: a.epoch}, a.revision)
}
