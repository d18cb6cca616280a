package sched

// pick is a batch that was seen in a lane's slot.
type pick struct {
	lane *lane
	work *work
}

// take makes the batch the caller's, unless somebody else has it by now, or the lane is full. Who fails here may find another lane's batch next, and
// what he had counted as in work for a moment may have sent somebody to sleep: he wakes one.
func (p pick) take() bool {
	most := int64(p.lane.s.cfg.PerLane)
	if n := p.lane.inWork.Add(1); (most <= 0 || n <= most) && p.lane.slot.CompareAndSwap(p.work, nil) {
		return true
	}
	p.lane.finished()
	return false
}
