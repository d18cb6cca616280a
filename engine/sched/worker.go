package sched

import (
	"time"

	"asterism/engine/batch"
	"asterism/engine/caught"
)

// faultPause is the time between a fault of a worker and its restart, so that a fault that recurs at once does not use a whole core.
const faultPause = 100 * time.Millisecond

// keepRunning runs a worker's loop until it returns. A panic in it is an internal fault, and the loop is started again, because callers wait for the worker.
func (s *Scheduler) keepRunning(loop func()) {
	for caught.Do(loop) != nil {
		time.Sleep(faultPause)
	}
}

// work is the loop of a worker: claim the next batch, have the one after it made, run it; sleep if there is none.
func (s *Scheduler) work() {
	for {
		s.polls.Add(1)
		if next := s.claim(); next.work != nil {
			next.do()
			continue
		}
		if !s.ready.Wait(s.stop, s.anyReady) {
			return
		}
	}
}

// answer is the loop of an asker, a worker that runs only questions. It never takes time from passages, so their patience does not apply here.
func (s *Scheduler) answer() {
	questions := s.sides[batch.Query]
	for {
		s.polls.Add(1)
		next := questions.oldest()
		switch {
		case next.work == nil:
			if !s.asked.Wait(s.stop, questions.ready) {
				return
			}
		case next.claim():
			next.do()
		}
	}
}

// do runs a batch that the caller has claimed.
func (p pick) do() {
	if p.lane.more() {
		p.lane.fill() // the slot is empty now: the next batch is ready while this one runs
	}
	p.lane.run(p.work)
	p.lane.finished()
}

// wake wakes a worker that may claim a batch of a role. For a question it wakes an asker and, in case all askers are busy, a worker too.
func (s *Scheduler) wake(role batch.Role) {
	if role == batch.Query && s.cfg.Askers > 0 {
		s.asked.Ring()
	}
	s.ready.Ring()
}

// claim takes a ready batch for the worker: a question's before a passage's, except in the turn that the passages get
// when their patience ends. So a question waits for running batches and for earlier questions. The pick is empty if
// nothing is ready.
func (s *Scheduler) claim() pick {
	for {
		question, passage := s.sides[batch.Query].oldest(), s.sides[batch.Passage].oldest()
		now := s.now()
		next := question
		if question.work == nil || passage.work != nil && s.patience.exhausted(now) {
			next = passage
		}
		if next.work == nil {
			return pick{}
		}
		if !next.claim() {
			continue
		}
		switch {
		case question.work == nil || passage.work == nil:
			s.patience.rest()
		case next == question:
			s.patience.passedOver(now)
		default:
			s.patience.served(now)
		}
		return next
	}
}

func (s *Scheduler) anyReady() bool {
	return s.sides[batch.Query].ready() || s.sides[batch.Passage].ready()
}
