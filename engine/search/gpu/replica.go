package gpu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine/caught"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ search.Replica = (*Replica)(nil)

// Options configures a [Replica].
type Options struct {
	// Open opens the GPU, or a stream of one that somebody else has opened. It is called once, from a goroutine that is
	// locked to its thread and makes all calls except those of the machine's streams. The replica closes the result. Required.
	Open func() (cuda.Machine, error)
	// Memory is the most device memory in bytes that the index takes, including the buffers of searches; 0: what is free
	// when the GPU is opened, less a reserve.
	Memory uint64
	// Tokens reads the tokens of E12, which the index does not hold; nil: they are not copied.
	Tokens search.TokenSource
	// MinMemories is the number of memories from which the GPU is used; 0: [DefaultMinMemories].
	MinMemories int
	Log         *slog.Logger // nil: [slog.Default]
	// CrashFile returns the name of a file that is written when the GPU is lost during the trial. While the file exists
	// the GPU is not opened: a kernel that faults would make the GPU unusable at every start, for the models too. The name
	// must identify this GPU, its driver and these kernels. CrashFile is called once, before the GPU is opened. Nil, or an
	// empty name: no file is written.
	CrashFile func() string

	// SkipTrial skips the comparison of the GPU with the processor: for the trial itself, and for tests.
	SkipTrial bool

	without   models.Set // tests: spaces whose values are not copied
	maxChunks int        // tests: most chunks; 0: as many as fit
}

// DefaultMinMemories is the number of memories from which the index is copied to a GPU. The processor compares some
// thousands of memories in the time of one round trip to the GPU, and the driver needs half a gigabyte of memory on
// an open GPU.
const DefaultMinMemories = 20000

// Replica keeps copies of an index's full chunks on a GPU. It implements [search.Replica]. A GPU that is lost, or that
// computes other results than the processor, ends it: it then returns no searchers, and searches run without it.
type Replica struct {
	options     Options
	life        *lifetime
	inbox       *inbox
	published   publisher
	queue       *workQueue
	buffers     bufferPool
	tables      tables // written before anything is published
	counts      counts
	bufferBytes atomic.Int64 // device memory of buffers
	state       atomic.Pointer[State]
	done        chan struct{} // closed when the manager has ended
}

// tables are the constants of the kernels.
type tables struct{ scan, compare cuda.Pointer }

// counts are the counters behind [Stats].
type counts struct{ searches, failed, waits, waited, scans, questions atomic.Int64 }

// Stats counts what a replica has done since it was opened.
type Stats struct {
	Searches  int64         // searchers that were given out
	Failed    int64         // submissions of searches that failed, so that the search was repeated without the GPU
	Waits     int64         // waits for an answer
	Waited    time.Duration // total time of these: what searches spend on the GPU and waiting for each other there
	Scans     int64         // of all rows
	Questions int64         // answered by these scans: more than Scans if searches shared one
}

// Open starts a replica. The GPU itself is opened when there are enough memories. [Replica.State] and the log report
// what happens then.
func Open(o Options) (*Replica, error) {
	if o.Open == nil {
		return nil, errors.New("open the index on a GPU: nothing is given that opens one")
	}
	o.MinMemories, o.Log = cmp.Or(max(o.MinMemories, 0), DefaultMinMemories), cmp.Or(o.Log, slog.Default())
	m := &Replica{options: o, life: newLifetime(), inbox: newInbox(), buffers: newBufferPool(), done: make(chan struct{})}
	m.queue = &workQueue{submissions: make(chan *submission), scans: make(chan *submission), life: m.life, counts: &m.counts}
	m.published.freed = m.inbox.notify
	m.state.Store(&State{Reason: fmt.Sprintf("it is used from %d memories on", o.MinMemories)})
	go func() {
		if fault := caught.Do(func() { newManager(m).run() }); fault != nil {
			m.stop(fault)
		}
	}()
	return m, nil
}

// Add implements [search.Replica].
func (m *Replica) Add(c *search.FullChunk) {
	if m.life.cause() == nil {
		m.inbox.offer(c)
	}
}

// Remove implements [search.Replica].
func (m *Replica) Remove(number uint64) {
	if m.life.cause() == nil {
		m.inbox.drop(number)
	}
}

// NewSearcher implements [search.Replica].
func (m *Replica) NewSearcher(chunks []uint64) search.Searcher {
	if m.life.cause() != nil {
		return nil
	}
	h := m.published.acquire()
	if h == nil {
		return nil
	}
	v := h.layoutOf(chunks)
	if v == nil {
		m.published.release(h)
		return nil
	}
	m.counts.searches.Add(1)
	return &searcher{replica: m, layout: v}
}

// Sync waits until every chunk that was offered so far is on the GPU, or is left to the processor because GPU memory
// is short or there are too few memories. The error is ctx's, or why the replica has ended.
func (m *Replica) Sync(ctx context.Context) error {
	settled := m.inbox.wait()
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-m.life.ended:
		return m.life.cause()
	}
}

// Stats returns the counters so far.
func (m *Replica) Stats() Stats {
	c := &m.counts
	return Stats{Searches: c.searches.Load(), Failed: c.failed.Load(), Waits: c.waits.Load(), Waited: time.Duration(c.waited.Load()), Scans: c.scans.Load(), Questions: c.questions.Load()}
}

// Err returns why the replica has ended; nil while it has not. It wraps backend.ErrLost if the GPU is lost.
func (m *Replica) Err() error { return m.life.cause() }

// stop ends the replica, and logs the first cause.
func (m *Replica) stop(cause error) {
	m.life.end(cause, func() {
		if cause != errClosed {
			m.options.Log.Warn("searches go on without the GPU", "cause", cause)
		}
	})
}

// badAnswer handles an invalid answer of the GPU.
func (m *Replica) badAnswer(err error) error {
	m.handleError(err)
	return fmt.Errorf("search on the GPU: %w", err)
}

// closeGrace is how long Close waits for searches on the GPU.
var closeGrace = 10 * time.Second

// Close ends the replica and frees the GPU. Running searches continue without it. A GPU that does not answer is freed
// only by the end of the process.
func (m *Replica) Close() error {
	m.stop(errClosed)
	select {
	case <-m.done:
		return nil
	case <-time.After(2 * closeGrace):
		return fmt.Errorf("close the index on the GPU: it is still at work after %v and is not waited for", 2*closeGrace)
	}
}
