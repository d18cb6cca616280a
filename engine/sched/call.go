package sched

import (
	"sync"
	"sync/atomic"
	"time"

	"asterism/models"
)

// call is one Embed in work.
type call struct {
	jobs    []*Job
	results []Result
	states  []jobState
	dead    atomic.Bool  // nobody waits any more: its rows are skipped
	left    atomic.Int64 // unfinished parcels, plus one while the front still pushes
	values  atomic.Int64 // pairs of job and lane that are finished
	asked   int          // such pairs of the parcels made so far; the front's
	done    chan struct{}

	mu     sync.Mutex // failures are rare
	failed map[int]*MissingError
}

func newCall(jobs []*Job) *call {
	c := &call{
		jobs:    jobs,
		results: make([]Result, len(jobs)),
		states:  make([]jobState, len(jobs)),
		done:    make(chan struct{}),
	}
	c.left.Store(1)
	return c
}

// finish counts one parcel, or the front, as done.
func (c *call) finish() {
	if c.left.Add(-1) == 0 {
		close(c.done)
	}
}

// tell says how many values are made, of those asked for and at most so many later.
func (c *call) tell(told func(done, most int), later int) {
	if told != nil {
		told(int(c.values.Load()), c.asked+later)
	}
}

// fail records why a job has no value in a space.
func (c *call) fail(job int, space models.Space, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = map[int]*MissingError{}
	}
	if c.failed[job] == nil {
		c.failed[job] = &MissingError{Causes: map[models.Space]error{}}
	}
	c.failed[job].Causes[space] = cause
}

// jobState gathers, from several workers, what a result says about how it came about.
type jobState struct {
	queue, infer atomic.Int64 // nanoseconds
	windows      atomic.Int64
	dropped      atomic.Int64
	backends     atomic.Uint64 // one bit a backend
}

func (j *jobState) report(r *Result, names func(set uint64) string) {
	r.Windows = max(int(j.windows.Load()), 1)
	r.Dropped = int(j.dropped.Load())
	r.Device = names(j.backends.Load())
	r.Timings = Timings{Queue: time.Duration(j.queue.Load()), Infer: time.Duration(j.infer.Load())}
}

// raise sets v to at least n.
func raise(v *atomic.Int64, n int64) {
	for old := v.Load(); old < n; old = v.Load() {
		if v.CompareAndSwap(old, n) {
			return
		}
	}
}
