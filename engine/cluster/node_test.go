package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/cluster/agreed"
	"asterism/engine/cluster/natstest"
	"asterism/engine/cluster/shard"
	"asterism/engine/store"
	"asterism/engine/store/suite"

	"github.com/nats-io/nats.go/jetstream"
)

const patience = 2 * time.Minute // only used up when a test fails

// world is the servers of a test and the nodes on them.
type world struct {
	t       *testing.T
	ctx     context.Context
	servers *natstest.Servers
}

func newWorld(t *testing.T, servers int) *world {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return &world{t, ctx, natstest.Start(t, servers)}
}

// quiet is a logger that writes nothing; with ASTERISM_TEST_CLUSTER_LOG it writes to the test's output.
func quiet() *slog.Logger {
	if os.Getenv("ASTERISM_TEST_CLUSTER_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func (w *world) config(name string) Config {
	return Config{Cluster: "team", Name: name, About: "at " + name, Dir: w.t.TempDir(), Conn: w.servers.Connect(-1), Shards: 2, Lease: time.Second, StoreCache: 8 << 20, Log: quiet()}
}

// open opens a node and closes it at the end of the test.
func (w *world) open(c Config) Node {
	w.t.Helper()
	n, err := Open(w.ctx, c)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { w.close(n) })
	return n
}

func (w *world) close(n Node) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := n.Close(ctx); err != nil && !errors.Is(err, errClosed) {
		w.t.Error(err)
	}
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

// leader waits until one of the nodes leads a shard, and returns it.
func (w *world) leader(number int, nodes ...Node) (leader Node) {
	w.t.Helper()
	w.await(fmt.Sprint("shard ", number, " is led"), func() bool {
		for _, n := range nodes {
			if s := n.Shard(number); s != nil && s.Role() == shard.Leading {
				leader = n
				return true
			}
		}
		return false
	})
	return leader
}

// remember writes a memory through the leader of the shard, even if the leader changes meanwhile.
func (w *world) remember(number, memory int, nodes ...Node) {
	w.t.Helper()
	for {
		err := w.leader(number, nodes...).Shard(number).Store().Apply(w.ctx, suite.Remember(suite.Sample(memory)))
		if err == nil {
			return
		}
		if !errors.Is(err, store.ErrDeposed) && !errors.Is(err, store.ErrUnavailable) {
			w.t.Fatal(err)
		}
	}
}

// equal waits until a node's replica is as far as another's, and compares the two.
func (w *world) equal(number int, a, b Node) {
	w.t.Helper()
	for _, n := range []Node{a, b} {
		w.await(n.Name()+" keeps the shard", func() bool { return n.Shard(number) != nil })
	}
	place := max(a.Shard(number).Applied(), b.Shard(number).Applied()) // either of them may lead
	for _, n := range []Node{a, b} {
		if err := n.Shard(number).WaitFor(w.ctx, place); err != nil {
			w.t.Fatal(err)
		}
	}
	if d, err := suite.Equal(w.ctx, a.Shard(number).Store(), b.Shard(number).Store()); d != "" || err != nil {
		w.t.Fatalf("nodes %s and %s differ: %s (%v)", a.Name(), b.Name(), d, err)
	}
}

func (w *world) has(number, memories int, n Node) {
	w.t.Helper()
	for m := range memories {
		if got, err := n.Shard(number).Store().Get(w.ctx, store.Parts{}, suite.ID(m)); err != nil || got[0] == nil {
			w.t.Fatalf("memory %d is lost (%v)", m, err)
		}
	}
}

// TestANodeAlone: the first node makes the cluster, keeps and leads all its shards, and finds everything after a restart.
func TestANodeAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	c := w.config("a")
	a := w.open(c)
	heard := listen(a)
	for number := range 2 {
		w.remember(number, 0, a)
	}
	if a.Name() != "a" || a.Shards() != 2 {
		t.Errorf("node %s with %d shards", a.Name(), a.Shards())
	}
	members, err := a.Members(w.ctx)
	if err != nil || len(members) != 1 || members["a"] != "at a" {
		t.Errorf("members %v, %v", members, err)
	}
	places, err := a.Placement(w.ctx)
	if err != nil || fmt.Sprint(places) != "map[0:[a] 1:[a]]" {
		t.Errorf("places %v, %v", places, err)
	}
	w.await("it is known who leads", func() bool { l, ok := a.LeaderOf(1); return ok && l.Node == "a" && l.Epoch > 0 })
	heard.mustEnd(t, 0, "gone", "follower", "candidate", "leader")
	if err := a.RemoveReplica(w.ctx, 0, "a"); err == nil || !strings.Contains(err.Error(), "last") {
		t.Errorf("the last replica was removed: %v", err)
	}
	if err := a.Leave(w.ctx); err == nil || !strings.Contains(err.Error(), "[0 1]") {
		t.Errorf("a node left with its shards: %v", err)
	}
	w.close(a)
	heard.mustEnd(t, 0, "gone", "follower", "candidate", "leader", "follower")
	c.Shards = 0
	a = w.open(c)
	if w.remember(1, 1, a); a.Shards() != 2 {
		t.Errorf("%d shards when it was started anew", a.Shards())
	}
	w.has(1, 2, a)
}

// heard collects the changes that a subscriber received, by shard.
type heard struct {
	mu    sync.Mutex
	roles map[int][]string
}

func listen(n Node) *heard {
	h := &heard{roles: map[int][]string{}}
	n.Subscribe(func(c Change) {
		h.mu.Lock()
		defer h.mu.Unlock()
		role := c.Role.String()
		if c.Gone {
			role = "gone"
		}
		if seen := h.roles[c.Shard]; len(seen) == 0 || seen[len(seen)-1] != role {
			h.roles[c.Shard] = append(seen, role)
		}
	})
	return h
}

// mustEnd compares how the roles of a shard ended. A late subscriber has not received the first changes.
func (h *heard) mustEnd(t *testing.T, number int, want ...string) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		got := slices.Clone(h.roles[number])
		h.mu.Unlock()
		if len(got) > 0 && len(got) <= len(want) && slices.Equal(got, want[len(want)-len(got):]) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("shard %d was told to be %v, want %v", number, got, want)
		}
	}
}

// TestWhatDoesNotFitIsRefused: a node with other settings than its cluster gets an error that says what is wrong, and changes nothing.
func TestWhatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	first := w.config("a")
	first.Models = &store.Bound{Profile: "compact"}
	w.open(first)
	other := w.servers.Connect(-1)
	for name, c := range map[string]struct {
		change func(*Config)
		want   error
		says   string
	}{
		"other shards":          {func(c *Config) { c.Shards = 3 }, agreed.ErrOther, "has 2 shards"},
		"other replicas":        {func(c *Config) { c.Replicas = 5 }, agreed.ErrOther, "on 3 servers"},
		"other models":          {func(c *Config) { c.Models = &store.Bound{Profile: "full"} }, agreed.ErrOther, "profile compact"},
		"a name that is taken":  {func(c *Config) { c.Name = "a" }, agreed.ErrTaken, "another name"},
		"a folder of another":   {func(c *Config) { c.Dir, c.Name = first.Dir, "b" }, nil, "belongs to node a"},
		"a cluster that is not": {func(c *Config) { c.Dir, c.Cluster, c.Name = first.Dir, "other", "a" }, nil, "of cluster team"},
		"a bad name":            {func(c *Config) { c.Name = "a.b" }, nil, `"a.b"`},
		"no connection":         {func(c *Config) { c.Conn = nil }, nil, "no connection"},
		"much to say":           {func(c *Config) { c.About = strings.Repeat("x", 5000) }, nil, "5000 bytes"},
		"two replicas":          {func(c *Config) { c.Replicas = 2 }, nil, "1, 3 or 5"},
	} {
		config := Config{Cluster: "team", Name: "b", Dir: t.TempDir(), Conn: other, Lease: time.Second, Log: quiet()}
		c.change(&config)
		n, err := Open(w.ctx, config)
		if err == nil {
			w.close(n)
			t.Errorf("%s: it was taken", name)
			continue
		}
		if c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want that it says %q", name, err, c.says)
		}
	}
}

// TestTwoClustersOfOneName: a folder of one does not become part of the other, even if its own NATS has lost everything.
func TestTwoClustersOfOneName(t *testing.T) {
	t.Parallel()
	one, two := newWorld(t, 1), newWorld(t, 1)
	c := one.config("a")
	a := one.open(c)
	one.remember(0, 0, a)
	one.close(a)
	c.Conn = two.servers.Connect(-1)
	if _, err := Open(two.ctx, c); !errors.Is(err, agreed.ErrNoCluster) {
		t.Errorf("on a NATS without it: %v", err)
	}
	two.open(two.config("b"))
	if _, err := Open(two.ctx, c); !errors.Is(err, agreed.ErrOther) {
		t.Errorf("on the NATS of another: %v", err)
	}
}

// TestALogOfANewerFormat is refused before anything is opened.
func TestALogOfANewerFormat(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	c := w.config("a")
	w.close(w.open(c))
	js, err := w.jetstream()
	if err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(w.ctx, "asterism_team_shards")
	if err != nil {
		t.Fatal(err)
	}
	e, err := kv.Get(w.ctx, "settings")
	if err == nil {
		_, err = kv.PutString(w.ctx, "settings", strings.Replace(string(e.Value()), `"format":1`, `"format":2`, 1))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(w.ctx, c); !errors.Is(err, agreed.ErrNewer) {
		t.Errorf("%v", err)
	}
}

func (w *world) jetstream() (jetstream.JetStream, error) { return jetstream.New(w.servers.Connect(-1)) }
