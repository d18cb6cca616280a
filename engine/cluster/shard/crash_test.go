package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/store"
	"asterism/engine/store/suite"

	"github.com/nats-io/nats.go"
)

// The parameters of a child process: where it ends, where its store is, and which servers it uses.
const (
	envCrash  = "ASTERISM_TEST_SHARD_CRASH"
	envDir    = "ASTERISM_TEST_SHARD_DIR"
	envServer = "ASTERISM_TEST_SHARD_SERVER"
)

// children are the tasks of children in other files of these tests, by the environment variable that selects them.
var children = map[string]func(string) error{envCrash: crashChild}

func TestMain(m *testing.M) {
	for name, child := range children {
		if value := os.Getenv(name); value != "" {
			if err := child(value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// The points at which a leader is killed while it writes.
const (
	beforeAppend = "before the record is appended"
	afterAppend  = "between the log and its own store"
	afterApply   = "between its own store and the answer"
)

// acknowledged is how many memories the child stores and reports, before the one during which it is killed.
const acknowledged = 5

func kill() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // the kill may take a moment
}

// fatal is a log whose holder is killed at an append.
type fatal struct {
	journal.Journal
	at    string
	armed *bool
}

func (f fatal) Append(ctx context.Context, expected uint64, id string, data []byte) (uint64, error) {
	if *f.armed && f.at == beforeAppend {
		kill()
	}
	place, err := f.Journal.Append(ctx, expected, id, data)
	if *f.armed && err == nil && f.at == afterAppend {
		kill()
	}
	return place, err
}

// crashChild leads, stores, and is killed in the middle of a write.
func crashChild(at string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	nc, err := nats.Connect(os.Getenv(envServer))
	if err != nil {
		return err
	}
	c, err := configure(ctx, nc, os.Getenv(envDir), "a", 0, time.Second)
	if err != nil {
		return err
	}
	armed := false
	c.Log = fatal{c.Log, at, &armed}
	s, err := Open(ctx, c)
	if err != nil {
		return err
	}
	for s.Role() != Leading {
		if pause(ctx, 10*time.Millisecond); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for n := range acknowledged {
		if err := s.Store().Apply(ctx, suite.Remember(suite.Sample(n))); err != nil {
			return err
		}
		fmt.Printf("stored %d\n", n)
	}
	armed = true
	s.OnApplied(func(uint64, *store.Write) {
		if at == afterApply {
			kill()
		}
	})
	err = s.Store().Apply(ctx, suite.Remember(suite.Sample(acknowledged)))
	return fmt.Errorf("it was not killed %s: %w", at, err)
}

// TestKilledWhileItLeads: a leading process is killed in the middle of a write, and another node leads. After a restart the killed one applies each missing record exactly once.
// Every acknowledged and every appended write is there, and the two replicas are equal.
func TestKilledWhileItLeads(t *testing.T) {
	t.Parallel()
	for _, at := range []string{beforeAppend, afterAppend, afterApply} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			killedWhileItLeads(t, at)
		})
	}
}

func killedWhileItLeads(t *testing.T, at string) {
	w := newWorld(t, 1)
	cmd := exec.CommandContext(w.ctx, os.Args[0])
	cmd.Env = append(os.Environ(), envCrash+"="+at, envDir+"="+filepath.Join(w.dir, "a"), envServer+"="+w.servers.Connect(0).ConnectedUrl())
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the child ended with %v:\n%s", err, out)
	}
	if n := strings.Count(string(out), "stored "); n != acknowledged {
		t.Fatalf("%d were acknowledged before the end, want %d:\n%s", n, acknowledged, out)
	}
	b, _ := w.replica("b", 1)
	w.await("b leads", func() bool { return b.Role() == Leading })
	w.remember(b, acknowledged+1)
	var mu sync.Mutex
	var places []uint64
	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, "a"), "a", 0, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Leases.Close()
	appended := at != beforeAppend
	a, before := openHeard(t, w, c, func(place uint64) {
		mu.Lock()
		defer mu.Unlock()
		places = append(places, place)
	})
	if err := a.WaitFor(w.ctx, b.Applied()); err != nil {
		t.Fatal(err)
	}
	w.mustEqual(a, b)
	for n, want := range map[int]bool{0: true, acknowledged - 1: true, acknowledged: appended, acknowledged + 1: true} {
		got, err := a.Store().Get(w.ctx, store.Parts{}, suite.ID(n))
		if err != nil || (got[0] != nil) != want {
			t.Errorf("memory %d: %v, %v, want that it is there: %v", n, got, err, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(places) == 0 || places[0] <= before || !slices.IsSorted(places) || len(slices.Compact(slices.Clone(places))) != len(places) {
		t.Errorf("started anew at place %d it applied %v: want each behind it, once", before, places)
	}
	if lacks := at == afterAppend; lacks != (places[0] == before+1) {
		t.Errorf("started anew at place %d it applied %v first: it was killed %s", before, places[0], at)
	}
}

// openHeard opens a replica, and returns the place of its store before it applied anything.
func openHeard(t *testing.T, w *world, c Config, fn func(place uint64)) (*Shard, uint64) {
	t.Helper()
	held := &gated{Journal: c.Log, open: make(chan struct{})}
	c.Log = held
	s, err := Open(w.ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	before := s.Applied()
	s.OnApplied(func(place uint64, _ *store.Write) { fn(place) })
	close(held.open)
	return s, before
}

// gated is a mock log that delivers nothing until it is opened.
type gated struct {
	journal.Journal
	open chan struct{}
}

func (g *gated) Follow(ctx context.Context, after uint64, fn func(journal.Entry) error) error {
	select {
	case <-g.open:
	case <-ctx.Done():
		return ctx.Err()
	}
	return g.Journal.Follow(ctx, after, fn)
}

// TestAFollowerThatCannotKeepUp: the log is cut before the follower has read it. It loads a checkpoint instead, reports that, and is equal at the end.
func TestAFollowerThatCannotKeepUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a, _ := w.replica("a", 0)
	w.await("a leads", func() bool { return a.Role() == Leading })
	w.remember(a, 0)
	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, "b"), "b", 1, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Leases.Close()
	slow := &gated{Journal: c.Log, open: make(chan struct{})}
	reloaded := make(chan struct{}, 10)
	c.Log, c.Notify = slow, func(change Change) {
		if change.Reloaded {
			reloaded <- struct{}{}
		}
	}
	b, err := Open(w.ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for n := 1; n < 10; n++ {
		w.remember(a, n)
	}
	if _, err := a.Checkpoint(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.remember(a, 10)
	if b.Applied() != 0 {
		t.Fatalf("it is at %d, and was to be far behind", b.Applied())
	}
	close(slow.open)
	select {
	case <-reloaded:
	case <-w.ctx.Done():
		t.Fatal("it did not say that its store is another")
	}
	w.await("b is as far as a", func() bool { return b.Applied() >= a.Applied() })
	w.mustEqual(a, b)
}
