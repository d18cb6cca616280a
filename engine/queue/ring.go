package queue

import (
	"runtime"

	"github.com/puzpuzpuz/xsync/v4"
)

// Ring hands values from many producers to many consumers in order of arrival. It does not count: whoever puts a value
// has promised it first, by taking one of at most capacity permits or otherwise, and the promise ends only after the
// value was popped; see the package comment.
type Ring[T any] struct {
	slots *xsync.MPMCQueue[T]
}

// cacheLine is the unit in which cores take memory from each other.
const cacheLine = 64

// racesBeforeYield is how often a lost race is tried again before the core is given up: the other side may have lost
// its own core in the middle.
const racesBeforeYield = 16

// NewRing makes a ring of at least capacity slots, at least one.
func NewRing[T any](capacity int) *Ring[T] {
	return &Ring[T]{slots: xsync.NewMPMCQueue[T](max(capacity, 1))}
}

// Put adds v, which has been promised.
func (r *Ring[T]) Put(v T) {
	for tries := 1; !r.slots.TryEnqueue(v); tries++ { // a lost race, never full
		pause(tries)
	}
}

// TryPop takes the oldest value. promised reports whether more values are promised than were popped; false as an
// answer means that there was none in the ring and none on its way.
func (r *Ring[T]) TryPop(promised func() bool) (v T, ok bool) {
	for tries := 1; ; tries++ {
		if v, ok = r.slots.TryDequeue(); ok || !promised() {
			return v, ok
		}
		pause(tries) // its producer is a few instructions away from handing it over
	}
}

func pause(tries int) {
	if tries%racesBeforeYield == 0 {
		runtime.Gosched()
	}
}
