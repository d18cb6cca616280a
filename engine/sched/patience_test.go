package sched

import (
	"sync"
	"testing"

	"asterism/engine/batch"
	"asterism/models"
)

func TestPatienceCountsFromTheFirstTimePassedOver(t *testing.T) {
	p := patience{limit: 100}
	expect := func(now int64, want bool) {
		t.Helper()
		if got := p.exhausted(now); got != want {
			t.Errorf("at %d exhausted is %v, since %d until %d", now, got, p.since.Load(), p.until.Load())
		}
	}
	expect(1_000, false)
	p.passedOver(1_000)
	p.passedOver(1_099)
	expect(1_099, false)
	expect(1_100, true)
	p.passedOver(1_101) // decided before the patience ended: no effect
	expect(1_500, true) // however late a worker checks, there is a turn
	p.served(1_500)
	p.served(1_520)
	p.passedOver(1_520) // decided before the turn began: it does not end it
	expect(1_524, true)
	expect(1_525, false)
	p.passedOver(1_530) // a new round
	expect(1_629, false)
	expect(1_630, true)
	p.rest()
	expect(2_000, false)
	p.passedOver(0) // at the start of the clock, which must not be taken for "never"
	expect(50, false)
	expect(101, true)
	p.served(101)
	p.rest()
	expect(102, false)
	p.passedOver(110) // nothing is left of the turn that was cut short
	expect(210, true)
}

// The turn of passages has its full length, not one batch.
func TestPassagesHaveAWholeTurn(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1,
		Budget: batch.Budget{Rows: 1}, Patience: never})
	var wg sync.WaitGroup
	send(t, s, &wg, job(0, 5)) // keep the worker busy: the test acts in its place
	g.await(1)
	send(t, s, &wg, job(1, 5), job(2, 5))
	send(t, s, &wg, ask(job(3, 5))...)
	s.patience.since.Store(-int64(never))
	claimed := []pick{s.claim()}
	claimed[0].lane.fill()
	claimed = append(claimed, s.claim())
	close(g.open)
	for i, next := range claimed {
		if next.lane.role != batch.Passage {
			t.Errorf("batch %d of the passages' turn is a question's", i)
		}
		next.lane.run(next.work)
	}
	wg.Wait()
}

// Passages that are no longer there are not waiting: the next ones begin with full patience.
func TestPatienceRestsWithoutPassages(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1,
		Budget: batch.Budget{Rows: 1}, Patience: always})
	var wg sync.WaitGroup
	send(t, s, &wg, job(0, 5)) // keep the worker busy: the test acts in its place
	g.await(1)
	s.patience.passedOver(1)
	send(t, s, &wg, ask(job(1, 5))...)
	next := s.claim()
	if s.patience.exhausted(s.now()) {
		t.Error("passages are out of patience, and none waits")
	}
	close(g.open)
	next.lane.run(next.work)
	wg.Wait()
}
