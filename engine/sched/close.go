package sched

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/queue"
)

// closeGrace is how long Close waits for running batches after it has cut off the calls.
const closeGrace = 5 * time.Second

const (
	closedBit = 1
	oneCall   = 2
)

// Close accepts no more calls (they get [queue.ErrClosed]), waits for the running ones, and ends the workers. When
// ctx ends first, the remaining calls are cut off with an error. If a backend does not return even then, Close
// reports it; that backend must not be closed.
func (s *Scheduler) Close(ctx context.Context) error {
	if s.calls.Or(closedBit)/oneCall == 0 {
		s.idled.Do(func() { close(s.idle) })
	}
	var cut error
	select {
	case <-s.idle:
	case <-ctx.Done():
		cut = fmt.Errorf("close scheduler: %d calls were cut off: %w", s.calls.Load()/oneCall, ctx.Err())
	}
	if cut != nil {
		s.cutOff()
	}
	s.stopped.Do(func() { close(s.stop) })
	ended := make(chan struct{})
	go func() { s.workers.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
		s.cutOff()
		select {
		case <-ended:
		case <-time.After(closeGrace):
			return fmt.Errorf("close scheduler: a backend is still at work after %s; do not close it: %w", closeGrace, ctx.Err())
		}
	}
	s.abort()
	return cut
}

// cutOff ends running batches, waiting calls, and calls that wait for a permit.
func (s *Scheduler) cutOff() {
	s.abort()
	for _, d := range s.sides {
		d.permits.Close()
	}
}

// enter registers a call, unless the scheduler is closed.
func (s *Scheduler) enter() error {
	if s.calls.Add(oneCall)&closedBit != 0 {
		s.leave()
		return fmt.Errorf("embed: %w", queue.ErrClosed)
	}
	return nil
}

func (s *Scheduler) leave() {
	if s.calls.Add(-oneCall) == closedBit {
		s.idled.Do(func() { close(s.idle) })
	}
}
