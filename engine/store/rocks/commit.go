package rocks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"asterism/engine/store"
)

const (
	// maxWaiting bounds the bytes of calls that wait or are being written. A larger call waits until it is alone.
	maxWaiting = 64 << 20
	// maxGroup bounds one batch: enough that the sync costs little a memory, small enough that nobody waits long.
	maxGroup = 4 << 20
)

// committer writes for everybody. Its one goroutine takes all calls that wait, decides what each changes, and writes them as one
// batch with one sync; meanwhile the next ones gather. So commands need no locks a memory, and callers wait in Go
// and not in a thread of the operating system each.
type committer struct {
	d       *database
	counts  counts // the goroutine's alone
	permits *semaphore.Weighted
	writing sync.Mutex // held during each write; a test that takes it stops the writer there

	mu      sync.Mutex
	waiting []*request
	bell    chan struct{} // holds one token when there may be somebody waiting
	stopped chan struct{}
}

// request is one call of Apply.
type request struct {
	cmds  []*prepared
	bytes int64
	done  chan error // one answer
}

func newCommitter(d *database, c counts) *committer {
	w := &committer{d: d, counts: c, permits: semaphore.NewWeighted(maxWaiting), bell: make(chan struct{}, 1), stopped: make(chan struct{})}
	go w.run()
	return w
}

// stop ends the goroutine; nobody may be waiting.
func (w *committer) stop() {
	close(w.bell)
	<-w.stopped
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, cmds ...store.Command) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if s.readOnly {
		return errReadOnly
	}
	if err := ctx.Err(); err != nil || len(cmds) == 0 {
		return err
	}
	all, bytes, err := s.prepareAll(cmds)
	if err != nil {
		return err
	}
	r := &request{cmds: all, bytes: min(bytes, maxWaiting), done: make(chan error, 1)}
	if err := s.writer.permits.Acquire(ctx, r.bytes); err != nil {
		return fmt.Errorf("apply %d commands: wait for the writer: %w", len(cmds), err)
	}
	return s.writer.do(ctx, r)
}

// do hands the request over and waits for the answer. A call given up while it waits changes nothing; while it is being written
// its outcome is unknown.
func (w *committer) do(ctx context.Context, r *request) error {
	w.mu.Lock()
	w.waiting = append(w.waiting, r)
	w.mu.Unlock()
	select {
	case w.bell <- struct{}{}:
	default:
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
	}
	w.mu.Lock()
	at := slices.Index(w.waiting, r)
	if at >= 0 {
		w.waiting = slices.Delete(w.waiting, at, at+1)
	}
	w.mu.Unlock()
	if at >= 0 {
		w.permits.Release(r.bytes)
		return ctx.Err()
	}
	select {
	case err := <-r.done: // answered in the meantime
		return err
	default:
		return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

func (w *committer) run() {
	defer close(w.stopped)
	for range w.bell {
		for group := w.take(); len(group) > 0; group = w.take() {
			w.commit(group)
		}
	}
}

// take removes the first requests, up to maxGroup bytes, from those that wait.
func (w *committer) take() []*request {
	w.mu.Lock()
	defer w.mu.Unlock()
	var bytes int64
	n := 0
	for ; n < len(w.waiting) && (n == 0 || bytes+w.waiting[n].bytes <= maxGroup); n++ {
		bytes += w.waiting[n].bytes
	}
	group := w.waiting[:n:n]
	w.waiting = w.waiting[n:]
	if len(w.waiting) == 0 {
		w.waiting = nil
	}
	return group
}

// commit writes the group as one batch. A request that cannot be carried out is answered and left out; the others stand.
func (w *committer) commit(group []*request) {
	v := w.d.view()
	defer v.close()
	all := newStage(v, nil)
	kept := group[:0:0]
	for _, r := range group {
		if err := r.stageOn(all); err != nil {
			w.answer(r, err)
			continue
		}
		kept = append(kept, r)
	}
	err := w.write(all)
	for _, r := range kept {
		w.answer(r, err)
	}
}

func (r *request) stageOn(all *stage) error {
	own := newStage(all.view, all)
	for _, c := range r.cmds {
		if err := own.apply(c); err != nil {
			return fmt.Errorf("%s memory %s: %w", c.Op, c.ID, err)
		}
	}
	own.keep()
	return nil
}

func (w *committer) answer(r *request, err error) {
	w.permits.Release(r.bytes)
	r.done <- err
}

func (w *committer) write(all *stage) error {
	if len(all.ops) == 0 {
		return nil // everything was as asked already; it was synced when it was written
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if err := w.d.apply(append(all.ops, w.counts.ops(all.delta)...)); err != nil {
		if errors.Is(err, store.ErrNoSpace) {
			return fmt.Errorf("write batch: %w", err)
		}
		return fmt.Errorf("write batch: %w: %w", store.ErrUnknown, err)
	}
	w.counts.add(all.delta)
	return nil
}
