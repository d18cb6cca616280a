package sched

import (
	"errors"
	"log/slog"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/models"
)

// quietly keeps the stacks of intended faults out of a test's output.
func quietly(t *testing.T) {
	t.Helper()
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(before) })
}

// TestAFaultOfABackendReachesItsCaller: with no other backend it is the call's error, and calls of other spaces are not affected.
func TestAFaultOfABackendReachesItsCaller(t *testing.T) {
	quietly(t)
	bad := one(models.Graph, func(models.Space, *batch.Batch) error { panic("a kernel without an end") })
	well := &fake{name: "cpu", spaces: models.SetOf(models.Entity)}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Backends: backends(bad, well), Workers: 2})
	var p *caught.Panic
	if _, err := s.Embed(t.Context(), job(1, 5)); !errors.As(err, &p) || p.Value != "a kernel without an end" {
		t.Errorf("got %v, want the fault", err)
	}
	other := job(2, 5)
	other.Spaces = models.SetOf(models.Entity)
	if _, err := s.Embed(t.Context(), other); err != nil {
		t.Errorf("another space: %v", err)
	}
}

// TestAFaultOfAWorkerResolvesItsRows: a fault of the scheduler itself is also an error of the waiting calls, and the worker continues.
func TestAFaultOfAWorkerResolvesItsRows(t *testing.T) {
	quietly(t)
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, nil)), Workers: 1})
	s.embedders[0].current.Store(99) // no backend is called, so there are no values
	var p *caught.Panic
	if _, err := s.Embed(t.Context(), job(1, 5), job(2, 5)); !errors.As(err, &p) {
		t.Errorf("got %v, want the fault", err)
	}
	s.embedders[0].current.Store(0)
	if _, err := s.Embed(t.Context(), job(3, 5)); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestAFaultWhileABatchIsMade: rows that cannot be cut or gathered fail, whichever goroutine fills the lane; later rows continue.
func TestAFaultWhileABatchIsMade(t *testing.T) {
	quietly(t)
	for name, hand := range map[string]func(l *lane, c *call, p *parcel){
		"cut": func(l *lane, c *call, p *parcel) {
			c.states = nil // where the number of windows would be noted
			p.side.push(p)
		},
		"gathered": func(l *lane, _ *call, p *parcel) {
			if w := l.assemble([]row{{parcel: p, to: 99}}); w != nil {
				t.Error("a batch was made of tokens that are not there")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Config{Lanes: lanesOf(4, 1, models.Graph), Backends: backends(one(models.Graph, nil)), Workers: 1})
			c, side := newCall([]*Job{job(1, 10)}), s.sides[batch.Passage]
			if err := side.permits.Acquire(t.Context(), 1, 0); err != nil {
				t.Fatal(err)
			}
			hand(side.lanes[0], c, newParcel(s, side, c, 0, 1))
			c.finish()
			<-c.done
			var fault *caught.Panic
			if !errors.As(c.failed[0], &fault) {
				t.Errorf("got %v, want the fault", c.failed[0])
			}
			if _, err := s.Embed(t.Context(), job(2, 5)); err != nil {
				t.Errorf("after it: %v", err)
			}
		})
	}
}
