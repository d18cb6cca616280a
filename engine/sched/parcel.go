package sched

import (
	"sync/atomic"

	"asterism/models"
)

// parcel is a run of a call's jobs, of one role, on its way through the lanes. It holds one permit per job until every
// job has been finished in all its lanes.
type parcel struct {
	side    *side
	call    *call
	lo, hi  int          // jobs of the call
	born    int64        // when it was handed over
	left    atomic.Int64 // pairs of job and lane that are unfinished
	perLane [models.Count]int32
}

func newParcel(s *Scheduler, d *side, c *call, lo, hi int) *parcel {
	p := &parcel{side: d, call: c, lo: lo, hi: hi, born: s.now()}
	pairs := int64(0)
	for _, j := range c.jobs[lo:hi] {
		wants := s.wants(j)
		for i, e := range s.embedders {
			if wants.Has(e.space) {
				p.perLane[i]++
				pairs++
			}
		}
	}
	p.left.Store(pairs)
	c.asked += int(pairs)
	c.left.Add(1)
	return p
}

// finish counts n pairs as done; the last one releases the permits and ends the parcel for its call.
func (p *parcel) finish(n int64) {
	p.call.values.Add(n)
	if p.left.Add(-n) == 0 {
		p.side.permits.Release(p.hi - p.lo)
		p.call.finish()
	}
}

// dead reports whether the parcel's caller has gone.
func (p *parcel) dead() bool { return p.call.dead.Load() }

// jobsOf is the number of jobs that go through a lane.
func (p *parcel) jobsOf(l *lane) int32 { return p.perLane[l.place] }
