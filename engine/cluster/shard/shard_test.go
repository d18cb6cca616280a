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

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const patience = 90 * time.Second

// world is the NATS servers of a test and what shards share on them.
type world struct {
	t       *testing.T
	servers *natstest.Servers
	ctx     context.Context
	dir     string
	change  func(*Config) // of the replica to open; nil: no change
}

func newWorld(t *testing.T, servers int) *world {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return &world{t: t, servers: natstest.Start(t, servers), ctx: ctx, dir: t.TempDir()}
}

// replica opens the replica of a node, over its own connection.
func (w *world) replica(name string, rank int) (*Shard, func()) {
	return w.growing(name, rank, Growth{})
}

func (w *world) growing(name string, rank int, growth Growth) (*Shard, func()) {
	w.t.Helper()
	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, name), name, rank, time.Second)
	if err != nil {
		w.t.Fatal(err)
	}
	c.Growth = growth
	if w.change != nil {
		w.change(&c)
	}
	s, err := Open(w.ctx, c)
	if err != nil {
		w.t.Fatal(err)
	}
	var closed atomic.Bool
	end := func() {
		if closed.CompareAndSwap(false, true) {
			if err := s.Close(); err != nil {
				w.t.Error(err)
			}
			c.Leases.Close()
		}
	}
	w.t.Cleanup(end)
	return s, end
}

// configure returns the configuration of a replica of shard 0, on the servers of a connection.
func configure(ctx context.Context, nc *nats.Conn, dir, name string, rank int, lease time.Duration) (Config, error) {
	quiet := slog.New(slog.DiscardHandler)
	c := Config{Number: 0, Node: name, Dir: dir, StoreCache: 8 << 20, Identity: []byte("id"), Rank: func() int { return rank }, Notify: func(Change) {}, Logger: quiet}
	js, err := jetstream.New(nc)
	if err != nil {
		return c, err
	}
	leases, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "leases"})
	if err == nil {
		c.Checkpoints.Pointers, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "shards"})
	}
	if err == nil {
		c.Checkpoints.Files, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "files"})
	}
	if err == nil {
		c.Log, err = stream.Open(ctx, nc, stream.Options{Name: "L", Subject: "log", Replicas: 1})
	}
	if err == nil {
		c.Leases = WatchLeases(leases, name, lease, quiet)
	}
	return c, err
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

// TestAnotherLeads: the first leads, the second follows. When the first resigns the second leads, and when that is closed the first leads again. Nothing is lost, and the replicas
// are equal.
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

// TestACheckpointAndTheTail: the log is cut behind a checkpoint. A new replica, and one that was away, load the checkpoint and then the rest of the log.
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
	for range 2 { // the second sends little, and deletes old objects
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

// growingLog is a log that grows by a record while its size is read.
type growingLog struct {
	journal.Journal
	grow atomic.Pointer[func()]
}

func (l *growingLog) Size(ctx context.Context) (records, bytes uint64, err error) {
	records, bytes, err = l.Journal.Size(ctx)
	if grow := l.grow.Swap(nil); grow != nil {
		(*grow)()
	}
	return records, bytes, err
}

// TestWhatIsWrittenWhileTheLogIsAskedNeedsNoCheckpoint: a log that grew after its size was read still has its beginning.
func TestWhatIsWrittenWhileTheLogIsAskedNeedsNoCheckpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	var log growingLog
	w.change = func(c *Config) {
		log.Journal = c.Log
		c.Log = &log
	}
	a, _ := w.growing("a", 0, Growth{Look: time.Hour})
	w.await("a leads", func() bool { return a.Role() == Leading })
	w.remember(a, 0)
	grow := func() { w.remember(a, 1) }
	log.grow.Store(&grow)
	if err := a.checkpointIfGrown(w.ctx); err != nil {
		t.Fatal(err)
	}
	if c, _, err := a.pointer(w.ctx); !errors.Is(err, errNoCheckpoint) {
		t.Errorf("a log of two records was made a checkpoint of: %+v, %v", c, err)
	}
}

// TestCheckpointsComeByThemselves: when the log has grown enough its leader makes a checkpoint, and cuts the log at the one before. A replica that is a little behind continues with
// the log; a new one begins with the checkpoint.
func TestCheckpointsComeByThemselves(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a, _ := w.growing("a", 0, Growth{Records: 5, Look: 10 * time.Millisecond})
	w.await("a leads", func() bool { return a.Role() == Leading })
	place := func() uint64 {
		c, _, err := a.pointer(w.ctx)
		if err != nil && !errors.Is(err, errNoCheckpoint) {
			t.Fatal(err)
		}
		return c.Place
	}
	var places []uint64
	n := 0
	for range 2 {
		for range 5 {
			w.remember(a, n)
			n++
		}
		w.await("a checkpoint is made", func() bool { return place() >= a.Applied()-4 })
		places = append(places, place())
	}
	if places[0] == places[1] {
		t.Fatalf("two checkpoints of places %v", places)
	}
	w.await("the log is cut", func() bool {
		records, _, err := a.cfg.Log.Size(w.ctx)
		return err == nil && records <= a.Applied()-places[0]
	})
	err := a.cfg.Log.Follow(w.ctx, places[0], func(journal.Entry) error { return errThere })
	if !errors.Is(err, errThere) {
		t.Errorf("a replica that was at the checkpoint before cannot go on: %v", err)
	}
	b, _ := w.replica("b", 1)
	if b.Applied() < places[0] {
		t.Errorf("a new replica began at %d, not with a checkpoint", b.Applied())
	}
	if err := b.WaitFor(w.ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	w.mustEqual(a, b)
}

var errThere = errors.New("it is there")

// TestGrowth: what is enough.
func TestGrowth(t *testing.T) {
	usual := Growth{}
	usual.complete()
	for name, c := range map[string]struct {
		g              Growth
		records, bytes uint64
		checkpoint     int64
		want           bool
	}{
		"nothing":                  {usual, 0, 0, 0, false},
		"many records":             {usual, 500_000, 1, 0, true},
		"many bytes":               {usual, 1, 256 << 20, 0, true},
		"few for a large store":    {usual, 1, 256 << 20, 4 << 30, false},
		"enough for a large store": {usual, 1, 1 << 30, 4 << 30, true},
		"as it was asked for":      {Growth{Records: 5, Bytes: 10}, 1, 10, 4 << 30, true},
	} {
		if got := c.g.enough(c.records, c.bytes, c.checkpoint); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
