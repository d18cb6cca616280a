package replicated

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestTheLeadChanges: one leads and another follows; then the other leads. The first is refused, although nobody notified it.
func TestTheLeadChanges(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	log := journal.NewMemory()
	a, b := inMemory(t, "a", log), inMemory(t, "b", log)
	if err := remember(a, 1, 1); !errors.Is(err, store.ErrDeposed) {
		t.Fatalf("who does not lead wrote: %v", err)
	}
	ended := mustLead(t, a, 1)
	stop := follow(t, b)
	for n := range 10 {
		if err := remember(a, n, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.WaitFor(ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	mustEqual(t, a, b)
	stop()
	mustLead(t, b, 2)
	if err := a.Confirm(ctx); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("who was deposed confirmed that it leads: %v", err)
	}
	<-ended
	if err := remember(a, 99, 1); !errors.Is(err, store.ErrDeposed) || !errors.Is(a.Ended(), store.ErrDeposed) {
		t.Errorf("who was deposed wrote: %v; the lead ended by %v", err, a.Ended())
	}
	if err := remember(b, 5, 2); err != nil {
		t.Fatal(err)
	}
	if err := b.Confirm(ctx); err != nil {
		t.Error(err)
	}
	defer follow(t, a)()
	if err := a.WaitFor(ctx, b.Applied()); err != nil {
		t.Fatal(err)
	}
	mustEqual(t, a, b)
	if _, err := inMemory(t, "c", log).Lead(ctx, 2); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("an epoch was led in twice: %v", err)
	}
}

// TestManyLeaders: three machines lead in turn, are deposed during their writes, and meet every fault. Every acknowledged write is on all of them, and they are equal.
func TestManyLeaders(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	log := journal.NewMemory()
	all := []machine{inMemory(t, "a", log), inMemory(t, "b", log), inMemory(t, "c", log)}
	rng := rand.New(rand.NewPCG(8, 8))
	acknowledged := map[int]bool{}
	next := 0
	for epoch := uint64(1); epoch <= 20; epoch++ {
		leader := all[rng.IntN(3)]
		mustLead(t, leader, epoch)
		log.Fail([]journal.Fault{journal.Down, journal.LostRecord, journal.LostAnswer}[rng.IntN(3)])
		group := caught.NewGroup()
		done := make(chan int, 64)
		for range 4 {
			first := next
			next += 5
			group.Go(func() error {
				for n := first; n < first+5; n++ {
					switch err := remember(leader, n, 1); {
					case err == nil:
						done <- n
					case !errors.Is(err, store.ErrDeposed) && !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknown):
						return err
					}
				}
				return nil
			})
		}
		if rng.IntN(2) == 0 { // deposed by another machine or by itself
			if other := all[rng.IntN(3)]; other != leader {
				epoch++
				if _, err := other.Lead(ctx, epoch); err != nil && !errors.Is(err, store.ErrUnknown) && !errors.Is(err, store.ErrUnavailable) { // a fault may hit it
					t.Fatal(err)
				}
				other.Resign()
			}
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		leader.Resign()
		close(done)
		for n := range done {
			acknowledged[n] = true
		}
	}
	if len(acknowledged) < 50 {
		t.Fatalf("only %d writes were acknowledged: it tests little", len(acknowledged))
	}
	end, _ := log.End(ctx)
	for _, m := range all {
		stop := follow(t, m)
		if err := m.WaitFor(ctx, end); err != nil {
			t.Fatal(err)
		}
		stop()
		for n := range acknowledged {
			if got, err := m.parts().Get(ctx, store.Parts{}, suite.ID(n)); err != nil || got[0] == nil {
				t.Fatalf("memory %d was acknowledged and is not there (%v)", n, err)
			}
		}
		mustEqual(t, all[0], m)
	}
}

// deaf is a mock log whose servers give out no consumer, as during an election.
type deaf struct{ journal.Journal }

func (deaf) Follow(context.Context, uint64, func(journal.Entry) error) error {
	return errors.New("no reader can be had")
}

// TestACandidateNeedsNoReader: a candidate that is a little behind reads the missing records one by one, and leads. The former leader is shut out, and both have the same.
func TestACandidateNeedsNoReader(t *testing.T) {
	t.Parallel()
	log := journal.NewMemory()
	a, b := inMemory(t, "a", log), inMemory(t, "b", deaf{log})
	mustLead(t, a, 1)
	for n := range 5 {
		if err := remember(a, n, 1); err != nil {
			t.Fatal(err)
		}
	}
	mustLead(t, b, 2)
	mustEqual(t, a, b)
	if err := remember(a, 5, 1); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("who was deposed wrote: %v", err)
	}
	if err := remember(b, 6, 1); err != nil {
		t.Error(err)
	}
	if got, want := b.Applied(), mustEnd(t, log); got != want {
		t.Errorf("the leader has applied %d of %d", got, want)
	}
}

func mustEnd(t testing.TB, log journal.Journal) uint64 {
	t.Helper()
	end, err := log.End(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// slow is a mock log that delays appends on request.
type slow struct {
	journal.Journal
	begun, answer chan struct{} // nil: no delay
}

func (s *slow) Append(ctx context.Context, after uint64, id string, data []byte) (uint64, error) {
	if s.begun != nil {
		close(s.begun)
		select {
		case <-s.answer:
		case <-ctx.Done():
			return 0, fmt.Errorf("%w: %w", journal.ErrUnknown, ctx.Err())
		}
	}
	return s.Journal.Append(ctx, after, id, data)
}

// TestTheLastWriteOfALead: a leader that resigns waits for the write in flight, and that write's caller learns that it is stored.
func TestTheLastWriteOfALead(t *testing.T) {
	t.Parallel()
	log := &slow{Journal: journal.NewMemory()}
	a := inMemory(t, "a", log)
	mustLead(t, a, 1)
	log.begun, log.answer = make(chan struct{}), make(chan struct{})
	written, resigned := make(chan error, 1), make(chan struct{})
	go func() { written <- remember(a, 1, 1) }()
	<-log.begun
	go func() { a.Resign(); close(resigned) }()
	for a.term.Load().ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	close(log.answer)
	if err := <-written; err != nil {
		t.Errorf("the last write: %v", err)
	}
	<-resigned
	if err := remember(a, 2, 1); !errors.Is(err, store.ErrDeposed) {
		t.Errorf("a write after it: %v", err)
	}
}
