package rocks

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"asterism/engine/caught"
	"asterism/engine/queue"
	"asterism/engine/store"

	"github.com/linxGnu/grocksdb"
)

const (
	// maxWaiting bounds the bytes of calls that wait or are being written. A larger call waits until it is the only one.
	maxWaiting = 64 << 20
	// maxCalls bounds the calls that wait.
	maxCalls = 4096
	// maxGroup is the size at which a batch stops growing: large enough that the sync costs little per memory, small enough that
	// no call waits long.
	maxGroup = 4 << 20
	// maxWait is how long a call without a deadline waits for a permit before it fails with a request to retry.
	maxWait = 30 * time.Second
)

// committer writes for all callers. Its one goroutine takes all waiting calls, decides what each changes, and writes them as one
// batch with one sync. Meanwhile the next calls gather in the lock-free queue. So commands need no locks per memory, and callers
// wait in Go and do not each block an operating system thread.
type committer struct {
	d       *database
	space   spaceCheck
	counts  counts // used by the goroutine only
	permits *queue.Permits
	calls   *queue.Queue[*request]
	writing sync.Mutex // held during each write; tests lock it to block the writer
	stopped chan struct{}

	deciding sync.Mutex // held from reading the stored state to the end of the write; its holder knows that the state does not change
}

// request is one call of Apply.
type request struct {
	cmds     []*prepared
	bytes    int
	done     chan error // one answer
	answered bool       // that an answer was sent; used by the writer only
	state    atomic.Int32
}

// The states of a request. The writer takes it, or the caller gives it up; the first to leave state waiting wins.
const (
	waiting int32 = iota
	taken
	givenUp
)

func newCommitter(d *database, c counts, r spaceCheck) *committer {
	w := &committer{d: d, space: r, counts: c, permits: queue.NewPermits(maxWaiting), calls: queue.New[*request](maxCalls), stopped: make(chan struct{})}
	go w.run()
	return w
}

// stop ends the goroutine; no call may be waiting.
func (w *committer) stop() {
	w.calls.Close()
	<-w.stopped
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, cmds ...store.Command) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := writable(s); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil || len(cmds) == 0 {
		return err
	}
	all, bytes, err := s.prepareAll(cmds)
	if err != nil {
		return err
	}
	if err := s.writer.do(ctx, &request{cmds: all, bytes: int(min(bytes, maxWaiting)), done: make(chan error, 1)}); err != nil {
		return fmt.Errorf("apply %d commands: %w", len(cmds), err)
	}
	return nil
}

// do hands the request over and waits for the answer. A call that is cancelled while it waits changes nothing. A call that is
// being written is waited for, so that a caller that keeps other data in step with the store, such as the search index, learns
// the outcome.
func (w *committer) do(ctx context.Context, r *request) error {
	if err := w.permits.Acquire(ctx, r.bytes, maxWait); err != nil {
		return fmt.Errorf("wait for the writer: %w", err)
	}
	if err := w.calls.PushWithin(ctx, r, maxWait); err != nil {
		w.permits.Release(r.bytes)
		return fmt.Errorf("wait for the writer: %w", err)
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
	}
	if r.state.CompareAndSwap(waiting, givenUp) {
		return ctx.Err()
	}
	return <-r.done
}

func (w *committer) run() {
	defer close(w.stopped)
	for {
		first, err := w.calls.Pop(context.Background())
		if err != nil { // closed and empty
			return
		}
		if group := w.collect(first); len(group) > 0 {
			w.commit(group)
		}
	}
}

// collect takes the first request and those queued behind it, until they make a batch of maxGroup bytes. Cancelled
// requests are left out.
func (w *committer) collect(first *request) []*request {
	var group []*request
	bytes := 0
	for r, ok := first, true; ok; r, ok = w.calls.TryPop() {
		if !r.state.CompareAndSwap(waiting, taken) {
			w.permits.Release(r.bytes)
			continue
		}
		group = append(group, r)
		if bytes += r.bytes; bytes >= maxGroup {
			break
		}
	}
	return group
}

// commit writes the group as one batch and answers every request. If it panics half-way, the outcome of the rest is
// reported as unknown; the writer continues with later requests.
func (w *committer) commit(group []*request) {
	err := caught.Do(func() { w.writeGroup(group) })
	for _, r := range group {
		if !r.answered {
			w.finish(r, fmt.Errorf("write batch: %w: %w", store.ErrUnknown, err))
		}
	}
}

// writeGroup writes the group. A request that cannot be executed is answered and left out; the others are written.
func (w *committer) writeGroup(group []*request) {
	w.deciding.Lock()
	defer w.deciding.Unlock()
	v := w.d.view()
	defer v.close()
	all := newStage(v, nil)
	kept := group[:0:0]
	for _, r := range group {
		if err := r.stageOn(all); err != nil {
			w.finish(r, err)
			continue
		}
		kept = append(kept, r)
	}
	err := w.write(w.d.write, all)
	for _, r := range kept {
		w.finish(r, err)
	}
}

func (r *request) stageOn(all *stage) (err error) {
	defer caught.Into(&err) // first, before any of its changes are in all
	own := newStage(all.view, all)
	for _, c := range r.cmds {
		if err := own.apply(c); err != nil {
			return fmt.Errorf("%s memory %s: %w", c.Op, c.ID, err)
		}
	}
	own.mergeDown()
	return nil
}

func (w *committer) finish(r *request, err error) {
	w.permits.Release(r.bytes)
	r.answered = true
	r.done <- err
}

func (w *committer) write(how *grocksdb.WriteOptions, all *stage) error {
	if len(all.ops) == 0 {
		return nil // the state was already as asked; it was synced when it was written
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if err := w.space.check(all.bytes()); err != nil {
		return fmt.Errorf("write batch: %w", err)
	}
	if err := w.d.applyBy(how, append(all.ops, w.counts.ops(all.delta)...)); err != nil {
		if errors.Is(err, store.ErrNoSpace) {
			return fmt.Errorf("write batch: %w", err)
		}
		return fmt.Errorf("write batch: %w: %w", store.ErrUnknown, err)
	}
	w.counts.add(all.delta)
	return nil
}
