package sched

import (
	"time"

	"asterism/engine/batch"
	"asterism/engine/caught"
)

// faultPause is between a fault of a worker and its next life, so that one that comes again at once does not take a core.
const faultPause = 100 * time.Millisecond

// live runs a worker's life to its end, and begins it anew after a fault of ours: callers wait for what it does.
func (s *Scheduler) live(life func()) {
	for caught.Do(life) != nil {
		time.Sleep(faultPause)
	}
}

// work is the life of a worker: take the next batch, have the one after it made, run it; sleep when there is none.
func (s *Scheduler) work() {
	for {
		s.looks.Add(1)
		if next := s.take(); next.work != nil {
			next.do()
			continue
		}
		if !s.ready.Wait(s.stop, s.anyReady) {
			return
		}
	}
}

// answer is the life of an asker, who runs questions alone. They are not passages' to wait for, so their patience does not matter here.
func (s *Scheduler) answer() {
	questions := s.sides[batch.Query]
	for {
		s.looks.Add(1)
		next := questions.oldest()
		switch {
		case next.work == nil:
			if !s.asked.Wait(s.stop, questions.ready) {
				return
			}
		case next.take():
			next.do()
		}
	}
}

// do runs a batch that is the caller's.
func (p pick) do() {
	if p.lane.more() {
		p.lane.fill() // the slot is empty now: the next batch is ready while this one runs
	}
	p.lane.run(p.work)
	p.lane.finished()
}

// wake calls those who may take a batch of a role. A question calls an asker and, in case all of them are at work, a worker too.
func (s *Scheduler) wake(role batch.Role) {
	if role == batch.Query && s.cfg.Askers > 0 {
		s.asked.Ring()
	}
	s.ready.Ring()
}

// take makes a ready batch the worker's: a question's before a passage's, except in the turn that the passages get when
// their patience ends. So a question waits for the batches that run, and for questions before it. The pick is empty when
// nothing is ready.
func (s *Scheduler) take() pick {
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
		if !next.take() {
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
