package sched

// pick is a batch that was seen in a lane's slot.
type pick struct {
	lane *lane
	work *work
}

// take makes the batch the caller's, unless somebody else has it by now.
func (p pick) take() bool { return p.lane.slot.CompareAndSwap(p.work, nil) }
