package queue

import (
	"runtime"

	"github.com/puzpuzpuz/xsync/v4"
)

// Ring passes values from many producers to many consumers in order of arrival. It does not count: a caller of Put has
// promised the value first, by taking one of at most capacity permits or otherwise, and the promise ends only after
// the value was popped; see the package comment.
type Ring[T any] struct {
	slots *xsync.MPMCQueue[T]
}

// cacheLine is the unit of memory that cores exchange.
const cacheLine = 64

// racesBeforeYield is how often a lost race is retried before the goroutine yields: the other side may have lost its
// core in the middle.
const racesBeforeYield = 16

// NewRing makes a ring of at least capacity slots, at least one.
func NewRing[T any](capacity int) *Ring[T] {
	return &Ring[T]{slots: xsync.NewMPMCQueue[T](max(capacity, 1))}
}

// Put adds v, which must have been promised.
func (r *Ring[T]) Put(v T) {
	for tries := 1; !r.slots.TryEnqueue(v); tries++ { // a lost race; it is never full
		pause(tries)
	}
}

// TryPop takes the oldest value. promised reports whether more values are promised than were popped; a false
// result means that none was in the ring or about to be added.
func (r *Ring[T]) TryPop(promised func() bool) (v T, ok bool) {
	for tries := 1; ; tries++ {
		if v, ok = r.slots.TryDequeue(); ok || !promised() {
			return v, ok
		}
		pause(tries) // its producer is a few instructions away from storing it
	}
}

func pause(tries int) {
	if tries%racesBeforeYield == 0 {
		runtime.Gosched()
	}
}
