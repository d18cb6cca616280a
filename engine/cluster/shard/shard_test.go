package shard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/journal/stream"
	"asterism/engine/cluster/natstest"
	"asterism/engine/store"
	"asterism/engine/store/suite"

	"github.com/nats-io/nats.go/jetstream"
)

const patience = 90 * time.Second

// world is three servers and what shards share on them.
type world struct {
	t       *testing.T
	servers *natstest.Servers
	ctx     context.Context
	dir     string
}

func newWorld(t *testing.T, servers int) *world {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return &world{t, natstest.Start(t, servers), ctx, t.TempDir()}
}

// replica opens the replica of a node, over a connection of its own.
func (w *world) replica(name string, rank int) (*Shard, func()) {
	w.t.Helper()
	nc := w.servers.Connect(-1)
	js, err := jetstream.New(nc)
	if err != nil {
		w.t.Fatal(err)
	}
	bucket := func(name string) jetstream.KeyValue {
		kv, err := js.CreateOrUpdateKeyValue(w.ctx, jetstream.KeyValueConfig{Bucket: name})
		if err != nil {
			w.t.Fatal(err)
		}
		return kv
	}
	files, err := js.CreateOrUpdateObjectStore(w.ctx, jetstream.ObjectStoreConfig{Bucket: "files"})
	if err != nil {
		w.t.Fatal(err)
	}
	log, err := stream.Open(w.ctx, nc, stream.Options{Name: "L", Subject: "log", Replicas: 1})
	if err != nil {
		w.t.Fatal(err)
	}
	leases := WatchLeases(bucket("leases"), name, time.Second, slog.New(slog.DiscardHandler))
	s, err := Open(w.ctx, Config{Number: 0, Node: name, Dir: filepath.Join(w.dir, name), StoreCache: 8 << 20, Log: log, Leases: leases,
		Checkpoints: Checkpoints{bucket("shards"), files}, Identity: []byte("id"), Rank: func() int { return rank }, Notify: func(Change) {}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.t.Fatal(err)
	}
	var closed atomic.Bool
	end := func() {
		if closed.CompareAndSwap(false, true) {
			if err := s.Close(); err != nil {
				w.t.Error(err)
			}
			leases.Close()
		}
	}
	w.t.Cleanup(end)
	return s, end
}

func (w *world) await(what string, ok func() bool) {
	w.t.Helper()
	for !ok() {
		if w.ctx.Err() != nil {
			w.t.Fatalf("%s: not within %v", what, patience)
		}
		pause(w.ctx, 10*time.Millisecond)
	}
}

func (w *world) remember(s *Shard, n int) {
	w.t.Helper()
	if err := s.Store().Apply(w.ctx, suite.Remember(suite.Sample(n))); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) mustEqual(a, b *Shard) {
	w.t.Helper()
	if d, err := suite.Equal(w.ctx, a.Store(), b.Store()); d != "" || err != nil {
		w.t.Fatalf("two replicas differ: %s (%v)", d, err)
	}
}

// TestAnotherLeads: the first leads, the second follows; when the first resigns the second leads, and when that is closed the first does again. Nothing is lost, and the replicas are equal.
func TestAnotherLeads(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a, _ := w.replica("a", 0)
	w.await("a leads", func() bool { return a.Role() == Leading })
	b, closeB := w.replica("b", 1)
	for n := range 5 {
		w.remember(a, n)
	}
	if err := b.WaitFor(w.ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	w.mustEqual(a, b)
	if err := a.Confirm(w.ctx); err != nil {
		t.Error(err)
	}
	if err := b.Store().Apply(w.ctx, suite.Remember(suite.Sample(9))); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("who follows wrote: %v", err)
	}
	if err := a.Resign(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.await("b leads", func() bool { return b.Role() == Leading })
	w.remember(b, 5)
	if l, ok := a.Leader(); ok && l.Node == "a" {
		t.Errorf("a still thinks that it leads: %+v", l)
	}
	closeB()
	w.await("a leads again", func() bool { return a.Role() == Leading })
	for n := range 6 {
		if got, err := a.Store().Get(w.ctx, store.Parts{}, suite.ID(n)); err != nil || got[0] == nil {
			t.Fatalf("memory %d is lost (%v)", n, err)
		}
	}
}

// TestACheckpointAndTheTail: the log is cut behind a checkpoint. A new replica, and one that was away, take the checkpoint and what came after it.
func TestACheckpointAndTheTail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a, _ := w.replica("a", 0)
	w.await("a leads", func() bool { return a.Role() == Leading })
	w.remember(a, 0)
	b, closeB := w.replica("b", 1)
	if err := b.WaitFor(w.ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	closeB() // it is away from here on
	for n := 1; n < 5; n++ {
		w.remember(a, n)
	}
	place := a.Applied()
	for range 2 { // the second sends little, and sweeps
		c, err := a.Checkpoint(w.ctx)
		if err != nil || c.Place < place || c.Memories != 5 || c.Bytes == 0 {
			t.Fatalf("checkpoint %+v, %v", c, err)
		}
	}
	err := a.cfg.Log.Follow(w.ctx, 0, func(journal.Entry) error { return errors.New("it is there") })
	if !errors.Is(err, journal.ErrCut) {
		t.Fatalf("the log was not cut: %v", err)
	}
	w.remember(a, 5)
	for _, name := range []string{"b", "c"} {
		s, _ := w.replica(name, 1)
		w.await(fmt.Sprint(name, " is as far as a"), func() bool { return s.Applied() >= a.Applied() })
		w.mustEqual(a, s)
	}
}
