package sched

// pick is a batch that was seen in a lane's slot.
type pick struct {
	lane *lane
	work *work
}

// claim takes the batch for the caller and reports whether it succeeded. It fails if another worker has claimed the batch, or if the lane is full. A failed
// claim was counted as in work for a moment, so another worker may have found the lane full and gone to sleep; finished wakes one.
func (p pick) claim() bool {
	most := int64(p.lane.s.cfg.PerLane)
	if n := p.lane.inWork.Add(1); (most <= 0 || n <= most) && p.lane.slot.CompareAndSwap(p.work, nil) {
		return true
	}
	p.lane.finished()
	return false
}
