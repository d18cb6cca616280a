package sched

import (
	"errors"
	"fmt"

	"asterism/engine/backend"
	"asterism/models"
)

// EndTrial ends the trial of a space's first backend: without a cause the space moves there; with a cause it stays where it is, and [LaneStats]
// contains the cause. It reports whether the trial was still open; the loss of the backend also ends it.
func (s *Scheduler) EndTrial(space models.Space, cause error) bool {
	for _, e := range s.embedders {
		switch {
		case e.space != space || !e.onTrial.Load():
		case errors.Is(cause, backend.ErrLost): // this ends all its trials
			s.lose(e.backends[0], cause)
			return true
		case e.onTrial.CompareAndSwap(true, false):
			e.endTrial(cause)
			return true
		}
	}
	return false
}

func (e *embedder) endTrial(cause error) {
	if cause != nil {
		e.noteDemotion(fmt.Errorf("%s: %w", e.s.backends[e.backends[0]].Name(), cause), 1)
		return
	}
	e.moved.Store(&move{at: e.s.now()})
	e.current.Store(0)
	if which := e.backends[0]; e.s.lost[which].Load() { // lost while the trial ended, so that lose did not find the space there
		e.leave(which, backend.ErrLost)
	}
}
