package sched

import (
	"sync/atomic"

	"asterism/engine/queue"
	"asterism/models"
)

// lane is the way of one space from the front to the workers.
type lane struct {
	s        *Scheduler
	place    int // in Scheduler.lanes
	cfg      Lane
	space    models.Space
	info     models.Info
	backends []int // places in Scheduler.backends that have the space, best first

	ring   *queue.Ring[*parcel]
	queued atomic.Int64         // jobs in the ring or on their way into it
	ahead  atomic.Int64         // rows planned and not yet in the slot
	slot   atomic.Pointer[work] // the next batch, ready to run
	visits atomic.Int64         // see fill

	planned [][]row // batches to come, of one filling; the filler's

	current atomic.Int32 // index into backends of the one in use
	rowCost atomic.Int64 // smoothed nanoseconds a row, for the choice between lanes
	count   counters
}

func newLane(s *Scheduler, place int, cfg Lane) *lane {
	l := &lane{
		s: s, place: place, cfg: cfg, space: cfg.Space, info: cfg.Space.Info(),
		ring: queue.NewRing[*parcel](s.cfg.QueueCap),
	}
	for i, b := range s.backends {
		if b.Spaces().Has(cfg.Space) {
			l.backends = append(l.backends, i)
		}
	}
	return l
}

// put hands a parcel with so many jobs for this lane over.
func (l *lane) put(p *parcel, jobs int64) {
	l.queued.Add(jobs)
	l.ring.Put(p) // never full: p's permits are held
	l.fill()
}

// waiting reports whether a parcel is in the ring or on its way.
func (l *lane) waiting() bool { return l.queued.Load() > 0 }

// more reports whether another batch could be made.
func (l *lane) more() bool { return l.ahead.Load() > 0 || l.waiting() }
