package shard

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/nats-io/nats.go/jetstream"
)

// leasesOf opens the leases of a node over a bucket that may be a mock.
func (w *world) leasesOf(node string, lease time.Duration, see func(jetstream.KeyValue) jetstream.KeyValue) *Leases {
	w.t.Helper()
	js, err := jetstream.New(w.servers.Connect(-1))
	if err != nil {
		w.t.Fatal(err)
	}
	kv, err := js.CreateOrUpdateKeyValue(w.ctx, jetstream.KeyValueConfig{Bucket: "leases"})
	if err != nil {
		w.t.Fatal(err)
	}
	l := WatchLeases(see(kv), node, lease, slog.New(slog.DiscardHandler))
	w.t.Cleanup(l.Close)
	return l
}

func asItIs(kv jetstream.KeyValue) jetstream.KeyValue { return kv }

// deaf is a mock bucket that delivers no change, as when the server with the consumer is lost.
type deaf struct{ jetstream.KeyValue }

func (deaf) WatchAll(context.Context, ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	return nil, errors.New("no reader can be had")
}

// TestWhoIsToldNothingAsks: a node that receives no changes still learns who leads, that the leader changed, and when a lease is free.
func TestWhoIsToldNothingAsks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.leasesOf("a", 400*time.Millisecond, asItIs)
	b := w.leasesOf("b", 400*time.Millisecond, func(kv jetstream.KeyValue) jetstream.KeyValue { return deaf{kv} })
	if err := b.refresh(w.ctx, 0); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Fatal(err)
	}
	of := func(l *Leases) *lease {
		held, err := l.take(w.ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		held.lead(w.ctx)
		return held
	}
	first := of(a)
	if _, err := b.take(w.ctx, 0); !errors.Is(err, store.ErrDeposed) { // so it learns of the shard
		t.Fatalf("a lease that another holds was taken: %v", err)
	}
	leads := func(epoch uint64) bool {
		l, ok := b.Leader(0)
		return ok && l.Node == "a" && l.Epoch == epoch
	}
	w.await("b knows that a leads", func() bool { return leads(first.epoch) })
	first.release()
	second := of(a)
	w.await("b knows that a leads anew", func() bool { return leads(second.epoch) })
	second.release()
	if err := b.awaitFree(w.ctx, 0, 0); err != nil {
		t.Fatal(err)
	}
	w.await("b takes the lease", func() bool {
		_, err := b.take(w.ctx, 0)
		return err == nil
	})
}

// choosing is a mock bucket whose servers have no leader until over is closed.
type choosing struct {
	jetstream.KeyValue
	over chan struct{}

	mu    sync.Mutex
	tries []time.Time // times of writes after that
	known []uint64    // the revisions that these named
	early int         // writes before that
}

func (c *choosing) chosen() bool {
	select {
	case <-c.over:
		return true
	default:
		return false
	}
}

func (c *choosing) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.chosen() {
		c.early++
		return 0, jetstream.ErrNoStreamResponse
	}
	c.tries, c.known = append(c.tries, time.Now()), append(c.known, revision)
	return c.KeyValue.Update(ctx, key, value, revision)
}

func (c *choosing) Status(ctx context.Context) (jetstream.KeyValueStatus, error) {
	if !c.chosen() {
		return nil, jetstream.ErrNoStreamResponse
	}
	return c.KeyValue.Status(ctx)
}

// TestWhoHeldItComesFirst: nobody can renew a lease during an election. Afterwards the holder has half a lease time to renew before another node takes the lease. If it renews, no
// other node takes it.
func TestWhoHeldItComesFirst(t *testing.T) {
	t.Parallel()
	for name, renews := range map[string]bool{"who held it is gone": false, "who held it renews it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holderFirst(t, renews)
		})
	}
}

func holderFirst(t *testing.T, renews bool) {
	const ttl = 600 * time.Millisecond
	w := newWorld(t, 1)
	a := w.leasesOf("a", ttl, asItIs)
	held, err := a.take(w.ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &choosing{over: make(chan struct{})}
	b := w.leasesOf("b", ttl, func(kv jetstream.KeyValue) jetstream.KeyValue { c.KeyValue = kv; return c })
	w.await("b knows who holds it", func() bool { h, _ := b.look(0); return h.Node == "a" })
	s := &Shard{cfg: Config{Rank: func() int { return 0 }, Leases: b}}
	took := make(chan error, 1)
	go func() {
		got, err := s.takeLease(w.ctx)
		if err == nil && got == nil {
			err = errors.New("another was faster")
		}
		took <- err
	}()
	w.await("b has tried", func() bool { c.mu.Lock(); defer c.mu.Unlock(); return c.early > 0 })
	w.await("b says so", func() bool { return s.Trouble() != nil })
	least := ttl / 2
	if renews {
		least = ttl
		if err := held.renew(w.ctx); err != nil {
			t.Fatal(err)
		}
	}
	h, _ := a.look(0)
	w.await("b knows of it", func() bool { n, _ := b.look(0); return n.revision == h.revision })
	n, _ := b.look(0)
	over := n.seen
	if !renews {
		over = time.Now()
	}
	close(c.over)
	if err := <-took; err != nil {
		t.Fatal(err)
	}
	if c.early != 1 || len(c.tries) != 1 || c.known[0] != h.revision || c.tries[0].Sub(over) < least {
		t.Errorf("tried %d times before they had chosen, and then %v after, for revisions %v; the last of a is %d", c.early, c.tries[0].Sub(over), c.known, h.revision)
	}
	if s.Trouble() != nil {
		t.Errorf("the trouble that is over: %v", s.Trouble())
	}
}

// full is a mock bucket whose servers have a leader and refuse writes: their disks are full.
type full struct {
	jetstream.KeyValue
	tries chan time.Time
}

func (f full) Create(context.Context, string, []byte, ...jetstream.KVCreateOpt) (uint64, error) {
	f.tries <- time.Now()
	return 0, jetstream.ErrNoStreamResponse
}

// TestWhatFailsIsNotTriedWithoutPause, even if the servers have a leader.
func TestWhatFailsIsNotTriedWithoutPause(t *testing.T) {
	t.Parallel()
	const ttl = 400 * time.Millisecond
	w := newWorld(t, 1)
	tries := make(chan time.Time, 1)
	l := w.leasesOf("a", ttl, func(kv jetstream.KeyValue) jetstream.KeyValue { return full{kv, tries} })
	ctx, cancel := context.WithCancel(w.ctx)
	s := &Shard{cfg: Config{Rank: func() int { return 0 }, Leases: l}}
	ended := make(chan error, 1)
	go func() { _, err := s.takeLease(ctx); ended <- err }()
	last := <-tries
	for range 4 {
		next := <-tries
		if next.Sub(last) < ttl/20 {
			t.Errorf("it was tried again after %v, want at least %v", next.Sub(last), ttl/20)
		}
		last = next
	}
	cancel()
	for {
		select {
		case <-tries:
			continue
		case err := <-ended:
			if err == nil {
				t.Error("a lease was taken that nobody wrote")
			}
			return
		}
	}
}
