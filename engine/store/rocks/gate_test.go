package rocks

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestGateAlone: an exclusive caller waits for the users inside, who may enter again; others wait for the exclusive caller; waiting can be cancelled.
func TestGateAlone(t *testing.T) {
	g := newGate()
	enter := func() {
		if err := g.enter(); err != nil {
			t.Error(err)
		}
	}
	enter()
	alone := make(chan error, 1)
	go func() { alone <- g.enterExclusive(context.Background()) }()
	time.Sleep(5 * time.Millisecond)
	enter() // again, while another waits
	g.leave()
	given, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if err := g.enterExclusive(given); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that the time is up", err)
	}
	select {
	case err := <-alone:
		t.Fatalf("alone while another is inside, error %v", err)
	default:
	}
	g.leave()
	if err := <-alone; err != nil {
		t.Fatal(err)
	}
	in := make(chan error, 1)
	go func() { in <- g.enter() }()
	select {
	case <-in:
		t.Fatal("another came in")
	case <-time.After(5 * time.Millisecond):
	}
	g.leave()
	if err := <-in; err != nil {
		t.Error(err)
	}
	g.leave()
	g.close()
	if err := g.enterExclusive(context.Background()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: error %v, want ErrClosed", err)
	}
}

// TestGateAloneAmongMany: overlapping readers, of which there is always one inside, do not keep an exclusive caller out. A reader that enters again before it leaves waits at most as long
// as the others are held back, and a gate that is closed meanwhile refuses all of them.
func TestGateAloneAmongMany(t *testing.T) {
	g := newGate()
	stop, readers := make(chan struct{}), sync.WaitGroup{}
	for i := range 8 {
		readers.Go(func() {
			time.Sleep(time.Duration(i) * time.Millisecond)
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := g.enter(); err != nil {
					t.Error(err)
					return
				}
				time.Sleep(8 * time.Millisecond)
				g.leave()
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	starved, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if err := g.enterExclusive(starved); err == nil {
		t.Error("there was a moment without readers: this test shows nothing")
		g.leave()
	}
	alone := make(chan error, 1)
	go func() { alone <- g.enterAlone(time.Minute, time.Hour) }()
	select {
	case err := <-alone:
		if err != nil {
			t.Fatal(err)
		}
		g.leave()
	case <-time.After(30 * time.Second):
		t.Fatal("it never comes in")
	}
	close(stop)
	readers.Wait()

	if err := g.enter(); err != nil {
		t.Fatal(err)
	}
	go func() { alone <- g.enterAlone(10*time.Millisecond, time.Hour) }()
	time.Sleep(2 * time.Millisecond)
	if err := g.enter(); err != nil { // held back for a while
		t.Fatal(err)
	}
	g.leave()
	g.leave()
	if err := <-alone; err != nil {
		t.Fatal(err)
	}
	g.leave()

	if err := g.enter(); err != nil {
		t.Fatal(err)
	}
	held := make(chan error, 1)
	go func() { alone <- g.enterAlone(time.Hour, time.Hour) }()
	time.Sleep(2 * time.Millisecond)
	go func() { held <- g.enter() }()
	time.Sleep(2 * time.Millisecond)
	go g.close()
	for who, answer := range map[string]chan error{"alone": alone, "held": held} {
		if err := <-answer; !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: error %v, want ErrClosed", who, err)
		}
	}
	g.leave()
}
