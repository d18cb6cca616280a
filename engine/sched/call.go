package sched

import (
	"sync"
	"sync/atomic"
	"time"

	"asterism/models"
)

// call is one Embed in progress.
type call struct {
	jobs    []*Job
	results []Result
	states  []jobState
	dead    atomic.Bool  // the caller has gone: its rows are skipped
	left    atomic.Int64 // unfinished parcels, plus one while the front still pushes
	values  atomic.Int64 // pairs of job and lane that are finished
	asked   int          // number of such pairs in the parcels made so far; used by the front only
	done    chan struct{}

	mu     sync.Mutex // a mutex is enough, since failures are rare
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

// report calls progress with the number of finished values and of expected ones: those
// asked for so far and later ones.
func (c *call) report(progress func(done, most int), later int) {
	if progress != nil {
		progress(int(c.values.Load()), c.asked+later)
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

// jobState collects, from several workers, how a result was made.
type jobState struct {
	queue, infer atomic.Int64 // nanoseconds
	windows      atomic.Int64
	dropped      atomic.Int64
	backends     atomic.Uint64 // one bit per backend
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
