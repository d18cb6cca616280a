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

// TestHangingBackend: a backend that does not return costs its own callers only their deadline, and none gets a value that was not computed. It blocks the worker that
// called it; the other workers serve callers of other spaces meanwhile, and after it returns everything continues.
func TestHangingBackend(t *testing.T) {
	patient, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	ctx, giveUp := context.WithCancel(patient)
	defer giveUp()
	release := make(chan struct{})
	hung := &fake{name: "gpu", spaces: models.SetOf(models.Graph), hook: func(models.Space, *batch.Batch) error {
		giveUp() // the caller's deadline ends after the backend was called, not before
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
		t.Errorf("another space than the hanging one: %v", err)
	}
	free()
	if _, err := s.Embed(patient, job(3, 5)); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}
