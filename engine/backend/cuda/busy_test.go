package cuda

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
)

// handClock is a clock that a test moves.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// TestBusyIsTheUnion: time counts once, however many batches are on the GPU; time between them does not; a span that has not ended counts as far as it went; and nothing
// counts after the GPU is lost.
func TestBusyIsTheUnion(t *testing.T) {
	clock := &handClock{now: time.Unix(1000, 0)}
	m := newWorkClock(clock.Now)
	want := func(busy, elapsed time.Duration) {
		t.Helper()
		if b, e := m.read(); b != busy*time.Second || e != elapsed*time.Second {
			t.Errorf("busy %v of %v, want %ds of %ds", b, e, busy, elapsed)
		}
	}
	step := func() { clock.move(time.Second) }
	step()
	want(0, 1)
	m.enter()
	step()
	want(1, 2) // still there
	m.enter()
	step()
	m.leave() // two at once, and the first goes on
	step()
	m.leave()
	want(3, 4)
	step()
	want(3, 5)
	m.enter()
	step()
	m.leave()
	want(4, 6)
	m.enter()
	step()
	m.stop()
	step()
	want(5, 8)
	m.leave()
	m.enter()
	step()
	m.leave()
	m.stop()
	want(5, 9)
}

// TestBusyOfAGPU: a batch counts from when its numbers go to the GPU until its values are back, with questions and passages beside each other; what the processor does around it
// does not; a batch that fails ends its time, too, and a lost GPU's stands still.
func TestBusyOfAGPU(t *testing.T) {
	w, clock := &watch{}, &handClock{now: time.Unix(1000, 0)}
	b := openBags(t, w, budget{512, 8}, nil, models.Graph)
	b.clock = newWorkClock(clock.Now)
	b.lost.then = b.clock.stop
	r := b.residents[models.Graph]
	r.end()
	again := &resident{model: r.model, net: r.net, stop: make(chan struct{})} // lanes keep the clock that they began with
	b.residents[models.Graph] = again
	if err := b.startLanes(t.Context(), again, budget{512, 8}, &refusal{}); err != nil {
		t.Fatal(err)
	}
	expect := func(what string, seconds int) {
		t.Helper()
		if busy, elapsed := b.Busy(); busy != time.Duration(seconds)*time.Second || elapsed < busy {
			t.Errorf("%s: busy %v of %v, want %ds", what, busy, elapsed, seconds)
		}
	}
	expect("before anything", 0)
	held, goOn := make(chan struct{}), make(chan struct{})
	w.onLaunch(func(bool, int64) error { held <- struct{}{}; <-goOn; return nil })
	embed := func(role batch.Role, done chan<- error) {
		_, err := b.Embed(t.Context(), models.Graph, drawBag(rand.New(rand.NewPCG(1, 1)), role, 100, 110, 90))
		done <- err
	}
	passage, question := make(chan error), make(chan error)
	go embed(batch.Passage, passage)
	<-held
	clock.move(2 * time.Second)
	go embed(batch.Query, question)
	<-held
	clock.move(3 * time.Second)
	expect("two at once", 5)
	w.onLaunch(nil)
	close(goOn)
	for _, done := range []chan error{passage, question} {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	clock.move(10 * time.Second)
	expect("at rest", 5)
	fail := func(err error) {
		w.onLaunch(func(bool, int64) error { clock.move(time.Second); return err })
		defer w.onLaunch(nil)
		if _, got := b.Embed(t.Context(), models.Graph, drawBag(rand.New(rand.NewPCG(1, 1)), batch.Passage, 100, 110, 90)); got == nil {
			t.Error("a batch that fails has values")
		}
	}
	fail(errRefused)
	clock.move(time.Second)
	expect("after a fault", 6)
	hangs, end := make(chan struct{}), make(chan struct{})
	w.onLaunch(func(urgent bool, _ int64) error {
		if !urgent {
			hangs <- struct{}{}
			<-end
		}
		return cuda.ErrLost
	})
	go embed(batch.Passage, passage)
	<-hangs
	clock.move(time.Second)
	go embed(batch.Query, question)
	for _, done := range []chan error{passage, question} {
		if err := <-done; !errors.Is(err, backend.ErrLost) {
			t.Errorf("on a lost GPU: %v", err)
		}
	}
	clock.move(time.Second)
	expect("while a batch hangs on a lost GPU", 7)
	close(end)
}
