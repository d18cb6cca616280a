package sched

import (
	"sync/atomic"

	"asterism/engine/batch"
	"asterism/models"
)

// embedder is one space, shared by its two lanes: where it runs, and what it has done.
type embedder struct {
	s        *Scheduler
	place    int // index in Scheduler.embedders
	cfg      Lane
	space    models.Space
	info     models.Info
	budget   batch.Budget // of one batch
	backends []int        // indexes in Scheduler.backends of those that have the space, best first

	current atomic.Int32 // index into backends of the one in use
	onTrial atomic.Bool  // backends[0] waits for EndTrial
	moved   atomic.Pointer[move]
	count   counters
}

// move is the last time that a space moved to another backend, or was kept from one.
type move struct {
	at    int64
	cause error // nil: its first backend passed the trial
}

func newEmbedder(s *Scheduler, place int, cfg Lane) *embedder {
	e := &embedder{s: s, place: place, cfg: cfg, space: cfg.Space, info: cfg.Space.Info(), budget: cfg.budget(s.cfg.Budget)}
	for i, b := range s.backends {
		if b.Spaces().Has(cfg.Space) {
			e.backends = append(e.backends, i)
		}
	}
	if s.cfg.OnTrial.Has(cfg.Space) {
		e.onTrial.Store(true)
		e.current.Store(1)
	}
	return e
}
