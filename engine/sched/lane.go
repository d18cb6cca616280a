package sched

import (
	"sync/atomic"

	"asterism/engine/batch"
	"asterism/engine/queue"
)

// lane is the queue of one space's questions, or of its passages, between the callers and the workers.
type lane struct {
	*embedder
	role batch.Role // of all its rows

	ring      *queue.Ring[*parcel]
	queued    atomic.Int64         // jobs in the ring or about to be added
	ahead     atomic.Int64         // rows planned and not yet in the slot
	slot      atomic.Pointer[work] // the next batch, ready to run
	fillCalls atomic.Int64         // see fill
	inWork    atomic.Int64         // batches that workers have claimed and not finished

	planned [][]row // batches to come, of one filling; used by the filler only

	rowCost atomic.Int64 // smoothed nanoseconds per row, for the choice between lanes
}

func newLane(e *embedder, role batch.Role, capacity int) *lane {
	return &lane{embedder: e, role: role, ring: queue.NewRing[*parcel](capacity)}
}

// put hands over a parcel with this many jobs for this lane.
func (l *lane) put(p *parcel, jobs int64) {
	l.queued.Add(jobs)
	l.ring.Put(p) // never full, because p's permits are taken
	l.fill()
}

// full reports whether the greatest allowed number of batches is in work.
func (l *lane) full() bool {
	most := l.s.cfg.PerLane
	return most > 0 && l.inWork.Load() >= int64(most)
}

// finished counts a batch as no longer in work, after it ran or after another worker claimed it. If the lane was full until now, a worker that could claim
// its next batch may be asleep, so one is woken.
func (l *lane) finished() {
	l.inWork.Add(-1)
	if l.s.cfg.PerLane > 0 && l.slot.Load() != nil {
		l.s.wake(l.role)
	}
}

// waiting reports whether a parcel is in the ring or about to be added.
func (l *lane) waiting() bool { return l.queued.Load() > 0 }

// more reports whether another batch could be made.
func (l *lane) more() bool { return l.ahead.Load() > 0 || l.waiting() }

// depth is the number of waiting jobs and of planned rows.
func (l *lane) depth() int { return int(l.queued.Load() + l.ahead.Load()) }
