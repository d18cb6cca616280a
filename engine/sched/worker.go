package sched

// work is the life of a worker: take the next batch, have the one after it made, run it; sleep when there is none.
func (s *Scheduler) work() {
	for {
		s.looks.Add(1)
		if l, w := s.take(); w != nil {
			if l.more() {
				l.fill() // the slot is empty now: the next batch is ready while this one runs
			}
			l.run(w)
			continue
		}
		if !s.ready.Wait(s.stop, s.anyReady) {
			return
		}
	}
}

// take picks the batch with the oldest row, and among equally old ones that of the lane whose rows take longest, so
// that a job's slow spaces start first.
func (s *Scheduler) take() (*lane, *work) {
	for {
		var best *lane
		var next *work
		for _, l := range s.lanes {
			w := l.slot.Load()
			if w == nil {
				continue
			}
			if next == nil || w.born < next.born || w.born == next.born && l.rowCost.Load() > best.rowCost.Load() {
				best, next = l, w
			}
		}
		if next == nil {
			return nil, nil
		}
		if best.slot.CompareAndSwap(next, nil) {
			return best, next
		}
	}
}

func (s *Scheduler) anyReady() bool {
	for _, l := range s.lanes {
		if l.slot.Load() != nil {
			return true
		}
	}
	return false
}
