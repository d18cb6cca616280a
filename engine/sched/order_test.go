package sched

import (
	"sync"
	"testing"

	"asterism/engine/batch"
	"asterism/models"
)

// send starts a call for each job, one after another, each when the previous one is in its lane: the test hands it over itself, as Embed does.
func send(t *testing.T, s *Scheduler, wg *sync.WaitGroup, jobs ...*Job) {
	t.Helper()
	for _, j := range jobs {
		c := newCall([]*Job{j})
		if err := s.enter(); err != nil {
			t.Fatal(err)
		}
		if err := s.handOver(t.Context(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			defer s.leave()
			err := s.await(t.Context(), c, nil)
			if err == nil {
				_, err = s.collect(c)
			}
			if err != nil {
				t.Errorf("embed: %v", err)
			}
		})
	}
}

// pushed counts the rows in the lanes, or about to be added, and those that a fake received, in tests in which nothing is finished yet. Tests do not know how
// many a worker takes at once: a second row may join the first one's batch.
func (s *Scheduler) pushed() int64 {
	var n int64
	for _, l := range s.allLanes() {
		n += l.queued.Load() + l.ahead.Load()
		if w := l.slot.Load(); w != nil {
			n += int64(len(w.rows))
		}
	}
	for _, b := range s.backends {
		for _, batch := range b.(*fake).batches() {
			n += int64(batch.batch.Rows())
		}
	}
	return n
}

// eachRole runs a test for both kinds of job.
func eachRole(t *testing.T, law func(t *testing.T, role batch.Role)) {
	t.Helper()
	t.Run("passages", func(t *testing.T) { law(t, batch.Passage) })
	t.Run("questions", func(t *testing.T) { law(t, batch.Query) })
}

func TestNobodyOvertakesInALane(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := one(models.Graph, g.pass)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1, Budget: batch.Budget{Rows: 1}})
		var wg sync.WaitGroup
		for i := range 20 {
			send(t, s, &wg, as(role, job(i, 60-i))...) // later ones are shorter: sorting alone would reverse them
		}
		close(g.open)
		wg.Wait()
		for i, b := range f.batches() {
			if first := b.batch.IDs[0] / 1000; int(first) != i {
				t.Errorf("batch %d holds job %d", i, first)
			}
		}
	})
}

// The longest text is the oldest; every filling would put it last if age did not count.
func TestTheOldestGoesFirst(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := one(models.Graph, g.pass)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1,
			Budget: batch.Budget{Rows: 4, Tokens: 100}})
		var wg sync.WaitGroup
		send(t, s, &wg, as(role, job(0, 1))...) // keep the worker busy
		<-g.arrived
		send(t, s, &wg, as(role, job(1, 90))...)
		for i := 2; i < 12; i++ {
			send(t, s, &wg, as(role, job(i, 5))...)
		}
		close(g.open)
		wg.Wait()
		if second := f.batches()[1].batch; second.IDs[0]/1000 != 1 {
			t.Errorf("after the running batch came job %d, want the oldest, 1", second.IDs[0]/1000)
		}
	})
}

// Between lanes the older job goes first, for any amount of work in the other lane.
func TestLanesTakeTurnsByAge(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := &fake{name: "fake", spaces: models.All, hook: g.pass}
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Backends: backends(f), Workers: 1,
			Budget: batch.Budget{Rows: 1}})
		var wg sync.WaitGroup
		want := []models.Space{}
		for i := range 12 {
			j := job(i, 10)
			space := models.Graph
			if i%4 == 3 {
				space = models.Entity
			}
			j.Spaces = models.SetOf(space)
			want = append(want, space)
			send(t, s, &wg, as(role, j)...)
		}
		close(g.open)
		wg.Wait()
		for i, b := range f.batches() {
			if b.space != want[i] {
				t.Errorf("batch %d is of %s, want %s", i, b.space, want[i])
			}
		}
	})
}

// While the only worker is inside a slow device, the next batch is made, and grows with new rows.
func TestNextBatchIsReadyWhileTheDeviceWorks(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := one(models.Graph, g.pass)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1})
		var wg sync.WaitGroup
		send(t, s, &wg, as(role, job(0, 10))...)
		<-g.arrived
		for i := 1; i <= 8; i++ {
			send(t, s, &wg, as(role, job(i, 10))...)
		}
		ready := s.sides[role].lanes[0].slot.Load()
		if ready == nil {
			t.Fatal("no batch is ready while the device works")
		}
		if n := len(ready.rows); n < 4 {
			t.Errorf("the ready batch has %d of 8 waiting rows, want at least half", n)
		}
		close(g.open)
		wg.Wait()
		if second := f.batches()[1].batch; second != ready.batch {
			t.Error("the device was given another batch than the one that was ready")
		}
	})
}

// The batches of one large call follow each other through the slot without the ring.
func TestNextBatchOfOneCallIsReady(t *testing.T) {
	eachRole(t, func(t *testing.T, role batch.Role) {
		g := newGate()
		f := one(models.Graph, g.pass)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(f), Workers: 1, Budget: batch.Budget{Rows: 4}})
		jobs := make([]*Job, 16)
		for i := range jobs {
			jobs[i] = job(i, 10)
			jobs[i].Role = role
		}
		done := make(chan error)
		go func() { _, err := s.Embed(t.Context(), jobs...); done <- err }()
		<-g.arrived
		waitFor(t, "a batch is ready while the first one runs", func() bool { return s.sides[role].lanes[0].slot.Load() != nil })
		close(g.open)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if n := len(f.batches()); n != 4 {
			t.Errorf("%d batches of 4 rows for 16 jobs", n)
		}
	})
}
