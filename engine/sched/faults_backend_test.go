package sched

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/models"
)

// TestHangingBackend: a backend that does not come back costs its own callers no more than their patience, and nobody is told a value that was not computed. It holds the
// worker that asked it; callers of other spaces are served by the others meanwhile, and once it comes back everything goes on.
func TestHangingBackend(t *testing.T) {
	patient, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	ctx, giveUp := context.WithCancel(patient)
	defer giveUp()
	release := make(chan struct{})
	hung := &fake{name: "gpu", spaces: models.SetOf(models.Graph), hook: func(models.Space, *batch.Batch) error {
		giveUp() // the caller's patience ends when the backend has been asked, not before
		<-release
		return nil
	}}
	well := &fake{name: "cpu", spaces: models.SetOf(models.Entity)}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Backends: backends(hung, well), Workers: 2})
	free := sync.OnceFunc(func() { close(release) })
	defer free()
	if _, err := s.Embed(ctx, job(1, 5)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the caller has given up", err)
	}
	alone := job(2, 4)
	alone.Spaces = models.SetOf(models.Entity)
	if results, err := s.Embed(patient, alone); err != nil || results[0].Values[models.Entity].Absent() {
		t.Errorf("another space beside the hanging one: %v", err)
	}
	free()
	if _, err := s.Embed(patient, job(3, 5)); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}
