package replicated

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"
)

// machine is a node of a test: its own store, over a shared log.
type machine struct {
	*Store
	local store.Store
}

func (m machine) parts() store.Store { return m.Parts() }

func newMachine(t testing.TB, name string, log journal.Journal, local store.Store, r store.Replayer) machine {
	t.Helper()
	s, err := Open(context.Background(), Config{Node: name, Local: local, Replayer: r, Log: log, Identity: []byte("shard of a test"), Patience: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); _ = local.Close() })
	return machine{s, local}
}

func inMemory(t testing.TB, name string, log journal.Journal) machine {
	local := store.NewInMemory()
	return newMachine(t, name, log, local, local.Memories.(store.Replayer))
}

func onDisk(t testing.TB, name string, log journal.Journal, dir string) machine {
	t.Helper()
	s, err := rocks.Open(context.Background(), rocks.Options{Dir: dir, CacheBytes: 8 << 20, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	return newMachine(t, name, log, store.Of(s), s.Follower())
}

func mustLead(t testing.TB, m machine, epoch uint64) <-chan struct{} {
	t.Helper()
	ended, err := m.Lead(context.Background(), epoch)
	if err != nil {
		t.Fatal(err)
	}
	return ended
}

// closing closes all parts of a machine, as the suite requires.
func closing(m machine) store.Store {
	s := m.Parts()
	s.Closer = closer(func() error { return errors.Join(m.Close(), m.local.Close()) })
	return s
}

type closer func() error

func (c closer) Close() error { return c() }

var _ io.Closer = closer(nil)

func TestReplicatedKeepsTheContract(t *testing.T) {
	t.Parallel()
	suite.Run(t, func(t testing.TB) store.Store {
		m := inMemory(t, "a", journal.NewMemory())
		mustLead(t, m, 1)
		return closing(m)
	})
}

// TestReplicatedOverRocks does the same over the store that nodes have.
func TestReplicatedOverRocks(t *testing.T) {
	t.Parallel()
	suite.Run(t, func(t testing.TB) store.Store {
		m := onDisk(t, "a", journal.NewMemory(), t.TempDir())
		mustLead(t, m, 1)
		return closing(m)
	})
}

func mustEqual(t testing.TB, a, b machine) {
	t.Helper()
	if d, err := suite.Equal(context.Background(), a.local, b.local); d != "" || err != nil {
		t.Fatalf("two machines differ: %s (%v)", d, err)
	}
}

// follow lets a machine follow until the test ends, or until the returned function is called.
func follow(t testing.TB, m machine) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	group := caught.NewGroup()
	group.Go(func() error { return m.Follow(ctx) })
	stop = func() {
		cancel()
		if err := group.Wait(); !errors.Is(err, context.Canceled) {
			t.Errorf("following ended with %v", err)
		}
	}
	return stop
}

func remember(m machine, n int, v uint64) error {
	memory := suite.Sample(n)
	memory.Version = v
	return m.parts().Apply(context.Background(), suite.Remember(memory))
}

// TestUnknownOutcomesAreSettled: a lost answer or a lost record is reported as unknown, and then the record is in the log exactly once. If nobody was reached, it is not in the log.
func TestUnknownOutcomesAreSettled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, c := range map[string]struct {
		faults []journal.Fault
		want   error
		there  bool
	}{
		"nobody answers":              {[]journal.Fault{journal.Down}, store.ErrUnavailable, false},
		"the answer is lost":          {[]journal.Fault{journal.LostAnswer}, store.ErrUnknown, true},
		"the record is lost":          {[]journal.Fault{journal.LostRecord}, store.ErrUnknown, true},
		"answers are lost repeatedly": {[]journal.Fault{journal.LostRecord, journal.Down, journal.LostAnswer, journal.Down, journal.LostAnswer}, store.ErrUnknown, true},
	} {
		log := journal.NewMemory()
		a, b := inMemory(t, "a", log), inMemory(t, "b", log)
		mustLead(t, a, 1)
		log.Fail(c.faults...)
		if err := remember(a, 1, 1); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err := remember(a, 2, 1); err != nil {
			t.Errorf("%s: the next write: %v", name, err)
		}
		got, err := a.parts().Get(ctx, store.Parts{}, suite.ID(1), suite.ID(2))
		if err != nil || (got[0] != nil) != c.there || got[1] == nil {
			t.Errorf("%s: there are %v, %v", name, got, err)
		}
		if end, _ := log.End(ctx); end != 2+uint64(map[bool]int{true: 1}[c.there]) {
			t.Errorf("%s: the log ends at %d", name, end)
		}
		stop := follow(t, b)
		if err := b.WaitFor(ctx, a.Applied()); err != nil {
			t.Fatal(err)
		}
		stop()
		mustEqual(t, a, b)
	}
}

// TestANewerRecordIsRefused: neither it nor anything after it is applied, and the error says what to do.
func TestANewerRecordIsRefused(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), journal.NewMemory()
	a := inMemory(t, "a", log)
	mustLead(t, a, 1)
	if err := remember(a, 1, 1); err != nil {
		t.Fatal(err)
	}
	end, _ := log.End(ctx)
	if _, err := log.Append(ctx, end, "newer", newer()); err != nil {
		t.Fatal(err)
	}
	b := inMemory(t, "b", log)
	if err := b.Follow(ctx); !errors.Is(err, errNewer) {
		t.Fatalf("a newer record: %v", err)
	}
	if _, err := b.Lead(ctx, 2); !errors.Is(err, errNewer) {
		t.Fatalf("leading behind a newer record: %v", err)
	}
	if b.Applied() > end {
		t.Errorf("it was applied: %d", b.Applied())
	}
}

// TestAppliedIsTold: in order, once, without refused writes, on the leader and on a follower.
func TestAppliedIsTold(t *testing.T) {
	t.Parallel()
	ctx, log := context.Background(), journal.NewMemory()
	told := map[string][]string{}
	machines := map[string]machine{}
	for _, name := range []string{"a", "b"} {
		m := inMemory(t, name, log)
		m.cfg.Applied = func(place uint64, w *store.Write) {
			for _, c := range w.Commands {
				told[name] = append(told[name], fmt.Sprint(place, c.Op, c.ID))
			}
		}
		machines[name] = m
	}
	a, b := machines["a"], machines["b"]
	mustLead(t, a, 1)
	for n := range 3 {
		if err := remember(a, n, 1); err != nil {
			t.Fatal(err)
		}
	}
	var missing *store.NotFoundError
	if err := a.parts().Apply(ctx, store.Command{Op: store.OpForget, ID: suite.ID(9), At: time.Now()}); !errors.As(err, &missing) {
		t.Fatal(err)
	}
	stop := follow(t, b)
	if err := b.WaitFor(ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	stop()
	if len(told["a"]) != 3 || fmt.Sprint(told["a"]) != fmt.Sprint(told["b"]) {
		t.Errorf("told were\n%v\n%v", told["a"], told["b"])
	}
}

// guessing is a mock log whose entries say that one more comes after them.
type guessing struct{ journal.Journal }

func (g guessing) Follow(ctx context.Context, after uint64, fn func(journal.Entry) error) error {
	return g.Journal.Follow(ctx, after, func(e journal.Entry) error {
		e.After++
		return fn(e)
	})
}

// TestBehindIsPutRight: a follower that has applied everything does not stay "behind", whatever the last entry said.
func TestBehindIsPutRight(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	log := journal.NewMemory()
	a, b := inMemory(t, "a", log), inMemory(t, "b", guessing{log})
	mustLead(t, a, 1)
	if err := remember(a, 1, 1); err != nil {
		t.Fatal(err)
	}
	stop := follow(t, b)
	defer stop()
	if err := b.WaitFor(ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	for b.Behind() != 0 {
		if ctx.Err() != nil {
			t.Fatalf("it is said to be %d behind", b.Behind())
		}
		time.Sleep(10 * time.Millisecond)
	}
}
