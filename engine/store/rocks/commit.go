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
	// maxWaiting bounds the bytes of calls that wait or are being written. A larger call waits until it is alone.
	maxWaiting = 64 << 20
	// maxCalls bounds the calls that wait.
	maxCalls = 4096
	// maxGroup is where one batch stops growing: enough that the sync costs little a memory, small enough that nobody waits long.
	maxGroup = 4 << 20
	// maxWait is how long a call without a deadline waits for a permit before it is told to come back.
	maxWait = 30 * time.Second
)

// committer writes for everybody. Its one goroutine takes all calls that wait, decides what each changes, and writes them as one
// batch with one sync; meanwhile the next ones gather in the lock-free queue. So commands need no locks a memory, and
// callers wait in Go and not in a thread of the operating system each.
type committer struct {
	d       *database
	space   spaceCheck
	counts  counts // the goroutine's alone
	permits *queue.Permits
	calls   *queue.Queue[*request]
	writing sync.Mutex // held during each write; a test that takes it stops the writer there
	stopped chan struct{}

	deciding sync.Mutex // held from looking at what is stored to having written; who has it knows that nothing changes
}

// request is one call of Apply.
type request struct {
	cmds     []*prepared
	bytes    int
	done     chan error // one answer
	answered bool       // that it was given; the writer's
	state    atomic.Int32
}

// The states of a request. Who moves it away from waiting, the writer or the caller that gives up, decides its fate.
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

// stop ends the goroutine; nobody may be waiting.
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

// do hands the request over and waits for the answer. A call given up while it waits changes nothing; one that is being written
// is waited for, so that who keeps something in step with the store, as search is kept, knows what became of it.
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

// commit writes the group as one batch and answers all of it. After a panic in the middle of it nobody knows what was
// written, and all are told so; the writer goes on with later requests.
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
	defer caught.Into(&err) // before anything of it is among all
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
		return nil // everything was as asked already; it was synced when it was written
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
