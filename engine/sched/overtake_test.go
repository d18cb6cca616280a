package sched

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/engine/queue"
	"asterism/models"
)

// never is a patience that does not end in a test, always one that has ended at the next check.
const (
	never  = time.Hour
	always = time.Nanosecond
)

// A question that comes while 10,000 passages wait gets the workers' next batches: when one of the running batches has
// ended, it is answered, even if no other ends.
func TestQuestionWaitsForRunningBatchesOnly(t *testing.T) {
	const passages, workers = 10_000, 2
	spaces := []models.Space{models.Graph, models.Entity, models.HDC}
	g := newGate()
	f := &fake{name: "fake", spaces: models.All, hook: func(space models.Space, b *batch.Batch) error {
		if b.Role == batch.Query {
			return nil
		}
		return g.pass(space, b)
	}}
	s := start(t, Config{Lanes: lanesOf(0, 0, spaces...), Backends: backends(f), Workers: workers, QueueCap: passages, Patience: never})
	ingest, asked := make(chan error, 1), make(chan error, 1)
	jobs := make([]*Job, passages)
	for i := range jobs {
		jobs[i] = job(i, 1+i%50)
	}
	go func() { _, err := s.Embed(t.Context(), jobs...); ingest <- err }()
	g.await(workers)
	waitFor(t, "all passages wait", func() bool { return s.pushed() == int64(passages*len(spaces)) })
	go func() { _, err := s.Embed(t.Context(), ask(job(passages, 10))...); asked <- err }()
	waitFor(t, "the question waits too", func() bool { return s.pushed() == int64((passages+1)*len(spaces)) })

	g.letOneGo()
	select {
	case err := <-asked:
		if err != nil {
			t.Errorf("question: %v", err)
		}
	case <-time.After(10 * time.Second): // continue: the order of the batches shows what came before it
		t.Error("the question is not answered by now")
	}
	close(g.open)
	if err := <-ingest; err != nil {
		t.Errorf("passages: %v", err)
	}
	for i, b := range f.batches() {
		own := i >= workers && i < workers+len(spaces)
		if (b.batch.Role == batch.Query) != own {
			t.Errorf("batch %d has role %d, want the question in %d to %d", i, b.batch.Role, workers, workers+len(spaces)-1)
		}
	}
}

// For any number of waiting questions, passages continue: when their patience has ended, a batch of them follows each batch
// of questions. If it never ends they come last. In both cases each kind keeps its order.
func TestQuestionsDoNotStopPassages(t *testing.T) {
	const each = 6
	for name, c := range map[string]struct {
		patience time.Duration
		want     string // roles of the batches after the first
	}{
		"impatient": {always, "qpqpqpqpqpqp"},
		"patient":   {never, "qqqqqqpppppp"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate()
			f := one(models.Graph, g.pass)
			s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1,
				Budget: batch.Budget{Rows: 1}, Patience: c.patience})
			var wg sync.WaitGroup
			send(t, s, &wg, job(0, 5))
			g.await(1)
			for i := 1; i <= each; i++ {
				send(t, s, &wg, job(i, 5))
				send(t, s, &wg, ask(job(100+i, 5))...)
			}
			close(g.open)
			wg.Wait()
			got := ""
			next := [roles]int{batch.Passage: 1, batch.Query: 101}
			for _, b := range f.batches()[1:] {
				got += string("pq"[b.batch.Role])
				if first := int(b.batch.IDs[0] / 1000); first != next[b.batch.Role] {
					t.Errorf("job %d came when it was the turn of %d", first, next[b.batch.Role])
				}
				next[b.batch.Role]++
			}
			if got != c.want {
				t.Errorf("batches came in order %s, want %s", got, c.want)
			}
		})
	}
}

// A batch of either kind that became ready while a worker was about to sleep keeps the worker awake.
func TestReadyBatchesOfBothKindsAreSeen(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1})
		var wg sync.WaitGroup
		send(t, s, &wg, as(role, job(0, 5))...)
		g.await(1)
		if s.anyReady() {
			t.Error("the running batch counts as ready")
		}
		send(t, s, &wg, as(role, job(1, 5))...)
		if !s.anyReady() {
			t.Error("the waiting batch does not count as ready")
		}
		close(g.open)
		wg.Wait()
	})
}

// Passages that hold all their permits keep no question out, and questions have a separate limit.
func TestPassagesTakeNoPlacesOfQuestions(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1,
		QueueCap: 2, QuestionCap: 1, MaxWait: time.Millisecond})
	var wg sync.WaitGroup
	send(t, s, &wg, job(0, 5), job(1, 5))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // a question accepted by mistake would wait for the gate
	defer cancel()
	if _, err := s.Embed(ctx, job(2, 5)); !errors.Is(err, queue.ErrBusy) {
		t.Errorf("third passage of two: %v", err)
	}
	send(t, s, &wg, ask(job(3, 5))...)
	var busy *queue.BusyError
	if _, err := s.Embed(ctx, ask(job(4, 5))...); !errors.As(err, &busy) || busy.Capacity != 1 {
		t.Errorf("second question of one: %v", err)
	}
	close(g.open)
	wg.Wait()
}

// The two lanes of a space are one line of the statistics, which says how many of the waiting jobs are questions.
func TestStatsAddUpBothLanes(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1,
		QueueCap: 20, QuestionCap: 10, Budget: batch.Budget{Rows: 1}})
	var wg sync.WaitGroup
	send(t, s, &wg, job(0, 5))
	g.await(1)
	send(t, s, &wg, job(1, 5), job(2, 5), job(3, 5), job(4, 5))
	send(t, s, &wg, ask(job(5, 5), job(6, 5), job(7, 5))...)
	st := s.Stats()
	if st.InWork != 8 || st.Questions != 3 || st.Cap != 30 || len(st.Lanes) != 1 {
		t.Errorf("%+v, want 8 of 30 in work, 3 of them questions, in one lane", st)
	}
	if l := st.Lanes[0]; l.Queued != 5 || l.Questions != 2 { // one of each kind is in a slot, ready
		t.Errorf("%d queued, %d of them questions; want 5 and 2", l.Queued, l.Questions)
	}
	close(g.open)
	wg.Wait()
	if l := s.Stats().Lanes[0]; l.Rows != 8 || l.Queued != 0 || l.Questions != 0 {
		t.Errorf("at the end %+v, want 8 rows and nothing queued", l)
	}
}
