package sched

import (
	"asterism/engine/batch"
	"asterism/engine/queue"
)

// roles is the number of sides: passages and questions.
const roles = int(batch.Query) + 1

// side holds what questions and passages do not share: permits, and one lane per space. So passages cannot
// use up the permits or the queues of questions.
type side struct {
	role    batch.Role
	permits *queue.Permits
	lanes   []*lane // in the order of Scheduler.embedders
}

func newSide(role batch.Role, capacity int, embedders []*embedder) *side {
	d := &side{role: role, permits: queue.NewPermits(capacity)}
	for _, e := range embedders {
		d.lanes = append(d.lanes, newLane(e, role, capacity))
	}
	return d
}

// cut returns the end of the parcel that begins at lo: a run of jobs of this side's role, at most
// [parcelJobs].
func (d *side) cut(jobs []*Job, lo int) int {
	end := min(lo+parcelJobs, lo+d.permits.Capacity(), len(jobs))
	hi := lo + 1
	for hi < end && jobs[hi].Role == d.role {
		hi++
	}
	return hi
}

// push adds a parcel to every lane that one of its jobs wants.
func (d *side) push(p *parcel) {
	for i, l := range d.lanes {
		if p.perLane[i] > 0 {
			l.put(p, int64(p.perLane[i]))
		}
	}
}

// oldest returns the ready batch with the oldest row, and among equally old ones that of the lane whose rows
// take longest, so that a job's slow spaces start first. Without a ready batch its work is nil.
func (d *side) oldest() (best pick) {
	for _, l := range d.lanes {
		w := l.slot.Load()
		if w == nil || l.full() {
			continue
		}
		if best.work == nil || w.born < best.work.born || w.born == best.work.born && l.rowCost.Load() > best.lane.rowCost.Load() {
			best = pick{lane: l, work: w}
		}
	}
	return best
}

// ready reports whether there is a batch that may be claimed.
func (d *side) ready() bool {
	for _, l := range d.lanes {
		if l.slot.Load() != nil && !l.full() {
			return true
		}
	}
	return false
}
