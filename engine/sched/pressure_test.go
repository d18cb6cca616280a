package sched

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/engine/queue"
	"asterism/models"
)

func TestFullSchedulerIsBusy(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)),
			Workers: 1, QueueCap: 3, QuestionCap: 3, MaxWait: time.Millisecond})
		var wg sync.WaitGroup
		send(t, s, &wg, as(role, job(0, 5), job(1, 5), job(2, 5))...)
		_, err := s.Embed(t.Context(), as(role, job(3, 5))...)
		var busy *queue.BusyError
		if !errors.As(err, &busy) || busy.RetryAfter <= 0 || busy.Capacity != 3 {
			t.Errorf("got %v, want a BusyError with a retry time", err)
		}
		close(g.open)
		wg.Wait()
		if _, err := s.Embed(t.Context(), as(role, job(4, 5))...); err != nil {
			t.Errorf("after the rush: %v", err)
		}
	})
}

// A call larger than the queue goes through in parts.
func TestCallLargerThanTheQueue(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.HDC), Backends: backends(f), QueueCap: 4})
	jobs := make([]*Job, 100)
	for i := range jobs {
		jobs[i] = job(i, 3)
	}
	results, err := s.Embed(t.Context(), jobs...)
	if err != nil || len(results) != 100 {
		t.Fatalf("%d results, %v", len(results), err)
	}
}

// Cancelled jobs that wait never reach the backend, and their permits are released.
func TestCancellationStopsQueuedWork(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := one(models.Graph, g.pass)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1, Budget: batch.Budget{Rows: 2}})
		var wg sync.WaitGroup
		send(t, s, &wg, as(role, job(0, 5))...)
		<-g.arrived
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := make(chan error)
		jobs := make([]*Job, 40) // some planned, some assembled, some in the ring
		for i := range jobs {
			jobs[i] = job(100+i, 5)
		}
		go func() { _, err := s.Embed(ctx, as(role, jobs...)...); cancelled <- err }()
		waitFor(t, "all are accepted", func() bool { return s.inWork() == 41 && s.pushed() == 41 })
		send(t, s, &wg, as(role, job(1, 5))...)
		cancel()
		if err := <-cancelled; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(g.open)
		wg.Wait()
		for _, b := range f.batches() {
			for i := range b.batch.Rows() {
				if first := b.batch.Row(i)[0] / 1000; first >= 100 {
					t.Errorf("cancelled job %d was embedded", first)
				}
			}
		}
		waitFor(t, "all places are free", func() bool { return s.inWork() == 0 })
	})
}

func TestManyCallersAtOnce(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	s := start(t, Config{Lanes: lanesOf(20, 5, allSpaces()...), Backends: backends(f), QueueCap: 16, QuestionCap: 16, Budget: batch.Budget{Rows: 8, Tokens: 64}})
	var wg sync.WaitGroup
	for c := range 8 {
		wg.Go(func() {
			for i := range 20 {
				ctx, cancel := context.WithCancel(t.Context())
				if i%5 == 4 {
					go cancel()
				}
				results, err := s.Embed(ctx, as(batch.Role(c%roles), job(c*100+i, 1+(c*7+i*13)%50), job(c*100+i+50, 3))...)
				cancel()
				if errors.Is(err, context.Canceled) && i%5 == 4 {
					continue
				}
				if err != nil {
					t.Errorf("caller %d: %v", c, err)
					return
				}
				if got := results[0].Values.Present(); got != models.All {
					t.Errorf("only %v", got.Spaces())
				}
			}
		})
	}
	wg.Wait()
}

func allSpaces() []models.Space { return models.All.Spaces() }

// An idle scheduler sleeps: no worker wakes up while nothing comes.
func TestIdleSchedulerSleeps(t *testing.T) {
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, nil)), Workers: 4})
	if _, err := s.Embed(t.Context(), job(0, 5)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "for a tenth of a second no worker looks for work", func() bool { // first they fall asleep, one after the other
		before := s.polls.Load()
		time.Sleep(100 * time.Millisecond)
		return s.polls.Load() == before
	})
}

func TestCloseWaitsForCalls(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1})
	var wg sync.WaitGroup
	send(t, s, &wg, job(0, 5), job(1, 5))
	send(t, s, &wg, ask(job(2, 5), job(3, 5))...)
	closed := make(chan error)
	go func() { closed <- s.Close(context.Background()) }()
	waitFor(t, "new calls are refused", func() bool {
		_, err := s.Embed(t.Context())
		return err == nil && s.calls.Load()&closedBit != 0
	})
	if _, err := s.Embed(t.Context(), job(4, 5)); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("call after close: %v", err)
	}
	close(g.open)
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	wg.Wait() // all calls ended well: send checks it
}

func TestCloseCutsOffWhenItMustNotWait(t *testing.T) {
	g := newGate()
	s, err := New(Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1, QueueCap: 2, QuestionCap: 1})
	if err != nil {
		t.Fatal(err)
	}
	const calls = 5
	errs := make(chan error, calls)
	embed := func(j *Job) { _, err := s.Embed(t.Context(), j); errs <- err }
	go embed(job(0, 5)) // runs
	<-g.arrived
	for i := 1; i < 3; i++ { // one of each kind waits in a lane, one for a permit
		go embed(job(i, 5))
		go embed(ask(job(10+i, 5))[0])
	}
	waitFor(t, "all calls are in", func() bool { return s.calls.Load()/oneCall == calls && s.inWork() == 3 })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	closed := make(chan error)
	go func() { closed <- s.Close(ctx) }()
	for range calls {
		if err := <-errs; !errors.Is(err, queue.ErrClosed) {
			t.Errorf("cut-off call: %v, want ErrClosed", err)
		}
	}
	close(g.open)
	if err := <-closed; !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("close: %v", err)
	}
}
