package rocks

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestGateAlone: who wants to be alone waits for those inside, who may enter once more; others wait for it; its waiting can be given up.
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
	enter() // once more, while another waits
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
