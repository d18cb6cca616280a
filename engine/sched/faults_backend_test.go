package sched

import (
	"context"
	"errors"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/models"
)

// TestHangingBackend: a backend that does not come back costs its own callers no more than their patience; nobody hears a value that was not computed, callers of
// other spaces are served meanwhile, and once it comes back everything goes on.
func TestHangingBackend(t *testing.T) {
	release := make(chan struct{})
	hung := &fake{name: "card", spaces: models.SetOf(models.Graph), hook: func(models.Space, *batch.Batch) error { <-release; return nil }}
	well := &fake{name: "cpu", spaces: models.SetOf(models.Entity)}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Backends: backends(hung, well), Workers: 2})
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		both := job(1, 5)
		if _, err := s.Embed(ctx, both); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want that the time is over", err)
		}
		cancel()
	}
	alone := job(2, 4)
	alone.Spaces = models.SetOf(models.Entity)
	if results, err := s.Embed(t.Context(), alone); err != nil || results[0].Values[models.Entity].Absent() {
		t.Errorf("another space beside the hanging one: %v", err)
	}
	close(release)
	if _, err := s.Embed(t.Context(), job(3, 5)); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}
