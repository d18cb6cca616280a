package host_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/natstest"
	"asterism/engine/embedder"
	"asterism/engine/store"
	"asterism/engine/warm"
)

const patience = 2 * time.Minute // only used up when a test fails

// machine is a node with the engines of the shards that it leads.
type machine struct {
	cluster.Node
	*host.Host
	loads *atomic.Int32 // how often an engine read all memories
}

// counting counts how often an engine reads all memories.
type counting struct {
	store.Upkeep
	loads *atomic.Int32
}

func (c counting) Load(ctx context.Context, parts store.Parts, workers int, fn func(int, []*store.Memory) error) error {
	c.loads.Add(1)
	return c.Upkeep.Load(ctx, parts, workers, fn)
}

func newMachine(ctx context.Context, t *testing.T, name string, servers *natstest.Servers, m *embedder.Embedder, ahead time.Duration) machine {
	t.Helper()
	log, dir := slog.New(slog.DiscardHandler), t.TempDir()
	n, err := cluster.Open(ctx, cluster.Config{Cluster: "team", Name: name, Dir: dir, Conn: servers.Connect(0), Shards: 1, Lease: time.Second, StoreCache: 8 << 20, Log: log,
		Models: &store.Bound{Profile: m.Manifest().Profile, ModelHashes: m.Hashes()}})
	if err != nil {
		t.Fatal(err)
	}
	var loads atomic.Int32
	open := func(ctx context.Context, number int, f *warm.Follower, takes *engine.Engine) (*engine.Engine, error) {
		c := host.Over(engine.Config{Now: func() time.Time { return time.Now().Add(ahead) }}, m, cluster.ShardDir(dir, number), 1)
		on := n.Shard(number).Store()
		on.Upkeep = counting{on.Upkeep, &loads}
		c.Store, c.Warm, c.Takes = &on, f, takes
		return engine.Open(ctx, c)
	}
	h := host.NewWarm(func(ctx context.Context, number int, takes *engine.Engine) (*engine.Engine, error) {
		return open(ctx, number, nil, takes)
	}, func(ctx context.Context, number int) (*engine.Engine, *warm.Follower, error) {
		f := warm.New(n.Shard(number))
		e, err := open(ctx, number, f, nil)
		return e, f, err
	}, log)
	n.Subscribe(h.Changed)
	return machine{n, h, &loads}
}

func (m machine) close(t *testing.T) {
	t.Helper()
	m.Host.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := m.Node.Close(ctx); err != nil {
		t.Error(err)
	}
}

func (m machine) await(ctx context.Context, t *testing.T) *engine.Engine {
	t.Helper()
	for {
		e, err := m.Engine(0)
		if err == nil {
			return e
		}
		if !errors.Is(err, host.ErrOpening) && !errors.Is(err, host.ErrNotLeading) || ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestAMemoryOutlivesItsNode: what the engine of one node stored is found by that of another after the first has ended.
func TestAMemoryOutlivesItsNode(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	models, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close(context.Background())
	servers := natstest.Start(t, 1)
	a := newMachine(ctx, t, "a", servers, models, 0)
	stored, err := a.await(ctx, t).Remember(ctx, engine.Note{Content: "the disk of the build server was full"})
	if err != nil {
		t.Fatal(err)
	}
	b := newMachine(ctx, t, "b", servers, models, 0)
	for b.Shard(0) == nil {
		time.Sleep(5 * time.Millisecond)
	}
	if err := b.Shard(0).WaitFor(ctx, a.Shard(0).Applied()); err != nil {
		t.Fatal(err)
	}
	a.close(t)
	found, err := b.await(ctx, t).Recall(ctx, engine.Question{Text: "why did the build fail?"})
	if err != nil || len(found.Hits) != 1 || found.Hits[0].Memory.ID != stored.ID {
		t.Errorf("%+v, %v", found, err)
	}
	b.close(t)
}

// reading waits for the engine of a follower.
func (m machine) reading(ctx context.Context, t *testing.T) (*engine.Engine, *warm.Follower) {
	t.Helper()
	for {
		e, f, err := m.Reading(0)
		if err == nil && f != nil {
			return e, f
		}
		if err != nil && !errors.Is(err, host.ErrOpening) && !errors.Is(err, host.ErrNotKept) || ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestAWarmFollowerAnswers: a follower finds what the leader stored, changed, forgot and restored once it has applied the log. It knows goals, and changes nothing itself.
func TestAWarmFollowerAnswers(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	models, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close(context.Background())
	servers := natstest.Start(t, 1)
	a := newMachine(ctx, t, "a", servers, models, 0)
	defer func() { a.close(t) }()
	leads := a.await(ctx, t)
	first, err := leads.Remember(ctx, engine.Note{Content: "the disk of the build server was full"})
	if err != nil {
		t.Fatal(err)
	}
	b := newMachine(ctx, t, "b", servers, models, 0)
	defer func() { b.close(t) }()
	reads, f := b.reading(ctx, t)
	finds := func(question string, want ...string) {
		t.Helper()
		if err := f.WaitFor(ctx, a.Shard(0).Applied()); err != nil {
			t.Fatal(err)
		}
		found, err := reads.Recall(ctx, engine.Question{Text: question})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range found.Hits {
			got = append(got, h.Memory.Content)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
	finds("why did the build fail?", "the disk of the build server was full")
	other, err := leads.Remember(ctx, engine.Note{Content: "the certificate of the mail server ended"})
	if err != nil {
		t.Fatal(err)
	}
	finds("what ended?", "the certificate of the mail server ended", "the disk of the build server was full")
	text := "the disk of the build server was replaced"
	if _, err := leads.Update(ctx, first.ID, engine.Change{Content: &text}); err != nil {
		t.Fatal(err)
	}
	finds("why did the build fail?", "the certificate of the mail server ended", text)
	if _, err := leads.Forget(ctx, other.ID, false); err != nil {
		t.Fatal(err)
	}
	finds("what ended?", text)
	if err := leads.Restore(ctx, other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := leads.Forget(ctx, first.ID, true); err != nil {
		t.Fatal(err)
	}
	finds("what ended?", "the certificate of the mail server ended")
	if _, err := leads.SetNorthStar(ctx, "", "keep the servers running"); err != nil {
		t.Fatal(err)
	}
	for tree, err := reads.Goals(ctx, ""); ; tree, err = reads.Goals(ctx, "") {
		if err == nil && tree != nil && len(tree.Goals) == 1 {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("the goal is not known: %+v, %v", tree, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if _, err := reads.Remember(ctx, engine.Note{Content: "written where it must not be"}); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("a follower stored: %v", err)
	}
	if f.Err() != nil || b.Shard(0).Behind() != 0 {
		t.Errorf("%v, %d behind", f.Err(), b.Shard(0).Behind())
	}
}

// TestAPromotedFollowerKeepsItsIndex: a follower that begins to lead reads no memory again. It finds the same as an engine that reads everything, up to the last write, and it can
// store.
func TestAPromotedFollowerKeepsItsIndex(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	models, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close(context.Background())
	servers := natstest.Start(t, 1)
	a := newMachine(ctx, t, "a", servers, models, 0)
	leads := a.await(ctx, t)
	remember := func(e *engine.Engine, text string, supersedes ...store.ID) store.ID {
		t.Helper()
		m, err := e.Remember(ctx, engine.Note{Content: text, Supersedes: supersedes})
		if err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	disk, mail := remember(leads, "the disk of the build server was full"), remember(leads, "the certificate of the mail server ended")
	b := newMachine(ctx, t, "b", servers, models, 0)
	b.reading(ctx, t)
	text := "the disk of the build server was replaced"
	if _, err := leads.Update(ctx, disk, engine.Change{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := leads.Forget(ctx, mail, false); err != nil {
		t.Fatal(err)
	}
	port := remember(leads, "the service listens at port 7000")
	remember(leads, "the service listens at port 8000", port)
	if err := b.Shard(0).WaitFor(ctx, a.Shard(0).Applied()); err != nil {
		t.Fatal(err)
	}
	a.close(t)
	now := b.await(ctx, t)
	if n := b.loads.Load(); n != 1 {
		t.Errorf("all memories were read %d times, want once, when the node began to follow", n)
	}
	remember(now, "the cable of the switch was loose")
	c := newMachine(ctx, t, "c", servers, models, 0)
	fresh, f := c.reading(ctx, t)
	if err := f.WaitFor(ctx, b.Shard(0).Applied()); err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{"why did the build fail?", "what ended?", "at which port does the service listen?", "what was loose?"} {
		var got [2][]string
		for i, e := range []*engine.Engine{now, fresh} {
			found, err := e.Recall(ctx, engine.Question{Text: question})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range found.Hits {
				got[i] = append(got[i], h.Memory.Content)
			}
		}
		if len(got[0]) == 0 || !slices.Equal(got[0], got[1]) {
			t.Errorf("%q finds %q, and anew %q", question, got[0], got[1])
		}
	}
	c.close(t)
	b.close(t)
}

// TestAClockThatIsADayAhead: leases use monotonic clocks, so a node with a wrong clock leads and follows as usual. What it stored keeps the time of its clock, and the others find
// it.
func TestAClockThatIsADayAhead(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	models, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close(context.Background())
	servers := natstest.Start(t, 1)
	a := newMachine(ctx, t, "a", servers, models, 24*time.Hour)
	ahead, err := a.await(ctx, t).Remember(ctx, engine.Note{Content: "the disk of the build server was full"})
	if err != nil {
		t.Fatal(err)
	}
	b := newMachine(ctx, t, "b", servers, models, 0)
	defer func() { b.close(t) }()
	b.reading(ctx, t)
	a.close(t)
	leads := b.await(ctx, t)
	if _, err := leads.Remember(ctx, engine.Note{Content: "the certificate of the mail server ended"}); err != nil {
		t.Fatal(err)
	}
	found, err := leads.Recall(ctx, engine.Question{Text: "what went wrong?"})
	if err != nil || len(found.Hits) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	m, err := leads.Get(ctx, ahead.ID)
	if err != nil || time.Until(m.Time) < 23*time.Hour {
		t.Errorf("%+v, %v: want the time that the other clock showed", m, err)
	}
}
