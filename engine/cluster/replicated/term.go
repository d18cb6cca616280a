package replicated

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/record"
	"asterism/engine/queue"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// term is one period of leadership of this node. Its single goroutine groups the waiting writes into a record, appends it, applies it, and answers.
type term struct {
	s       *Store
	epoch   uint64
	end     uint64 // of the log; like held, only the goroutine uses it
	held    *request
	permits *queue.Permits
	calls   *queue.Queue[*request]
	ctx     context.Context // ends with the leadership
	cancel  context.CancelCauseFunc
	ended   chan struct{}
}

func (t *term) run() error {
	for {
		group, err := t.collect()
		if err != nil {
			return context.Cause(t.ctx)
		}
		if err := t.commit(group); err != nil {
			return err
		}
	}
}

// finish answers the writes that still wait, and releases the local store for others.
func (t *term) finish(err error) {
	s := t.s
	s.mu.Lock()
	s.lastEnd = err
	s.mu.Unlock()
	s.term.CompareAndSwap(t, nil)
	t.cancel(err)
	t.permits.Close()
	t.calls.Close()
	for r := t.held; ; {
		if r != nil && r.state.CompareAndSwap(waiting, taken) {
			r.done <- fmt.Errorf("%w: the lead of this node is over", store.ErrDeposed)
		}
		next, ok := t.calls.TryPop()
		if !ok {
			break
		}
		r = next
	}
	if !errors.Is(err, store.ErrDeposed) {
		s.log.Error("lead of a shard ended", "epoch", t.epoch, "error", err)
	}
	close(t.ended)
}

// collect waits for a write and adds other waiting ones, as many as fit into a record.
func (t *term) collect() ([]*request, error) {
	var group []*request
	size := 0
	for {
		r, err := t.next(len(group) > 0)
		if err != nil {
			return nil, err
		}
		if r == nil {
			return group, nil
		}
		if len(group) > 0 && (r.alone || size+len(r.body) > maxRecord) {
			t.held = r
			return group, nil
		}
		if !r.state.CompareAndSwap(waiting, taken) {
			t.permits.Release(r.size)
			continue
		}
		group, size = append(group, r), size+len(r.body)
		if r.alone || size >= maxRecord {
			return group, nil
		}
	}
}

// next returns the next write; nil if none waits and some is true.
func (t *term) next(some bool) (*request, error) {
	if r := t.held; r != nil {
		t.held = nil
		return r, nil
	}
	if some {
		r, _ := t.calls.TryPop()
		return r, nil
	}
	return t.calls.Pop(t.ctx)
}

// batch is the writes of one record. Each is answered once.
type batch struct {
	group    []*request
	answered bool
}

// answer gives each write its own error, and the last error to the rest.
func (b *batch) answer(errs ...error) {
	if b.answered {
		return
	}
	b.answered = true
	n := 0
	for _, r := range b.group {
		if r.body == nil && len(errs) > 1 { // it only confirms the leadership
			r.done <- nil
			continue
		}
		r.done <- errs[min(n, len(errs)-1)]
		n++
	}
}

var errCutShort = fmt.Errorf("%w: the leader was cut short", store.ErrUnknown)

// commit appends a record of the group, applies it and answers. An error ends the leadership.
func (t *term) commit(group []*request) error {
	b := &batch{group: group}
	var bodies [][]byte
	for _, r := range group {
		if r.body != nil {
			bodies = append(bodies, r.body)
		}
	}
	defer func() {
		b.answer(errCutShort) // unless answered already
		for _, r := range group {
			t.permits.Release(r.size)
		}
	}()
	data := record.Assemble(t.s.cfg.Node, t.epoch, bodies...)
	place, err := t.append(data, b)
	if err != nil || place == 0 {
		return err
	}
	t.end = place
	refused, err := t.make(place, data)
	if err != nil {
		b.answer(fmt.Errorf("%w: it is in the log, but this node could not apply it: %w", store.ErrUnknown, err))
		return err
	}
	b.answer(append(refused, nil)...)
	return nil
}

// append appends the record and returns its place. If no quorum could be asked, it answers the batch and returns no place. If the outcome is unknown, it answers that and repeats
// the append until the outcome is known, since the place of the next record depends on it.
func (t *term) append(data []byte, b *batch) (uint64, error) {
	id := uuid.NewString()
	place, err := t.try(id, data)
	if err == nil {
		return place, nil
	}
	b.answer(quorum(err))
	if errors.Is(err, journal.ErrUnavailable) {
		return 0, t.over()
	}
	for errors.Is(err, journal.ErrUnknown) || errors.Is(err, journal.ErrUnavailable) { // ErrUnavailable of a later attempt: an earlier one may have arrived
		if err := t.over(); err != nil {
			return 0, err
		}
		if place, err = t.try(id, data); err == nil {
			return place, nil
		}
	}
	return 0, quorum(err)
}

// over returns why the leadership is over; nil: it is not.
func (t *term) over() error {
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	return nil
}

// lastWrite is how long a leader that has given up its lease waits for a write that is still in flight. Without the wait, the caller of that write would get "outcome unknown" each
// time the lease moves.
const lastWrite = 2 * time.Second

func (t *term) try(id string, data []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), t.s.cfg.Patience)
	defer cancel()
	defer context.AfterFunc(t.ctx, func() { time.AfterFunc(lastWrite, cancel) })()
	return t.s.cfg.Log.Append(ctx, t.end, id, data)
}

// make applies the record as it is in the log: as every other node reads it.
func (t *term) make(place uint64, data []byte) ([]error, error) {
	r, err := record.Decode(data)
	if err != nil {
		return nil, err
	}
	refused, err := t.s.cfg.Replayer.Replay(context.Background(), store.Placed{Place: place, Writes: r.Writes})
	if err != nil {
		return nil, err
	}
	t.s.epoch.Store(t.epoch)
	t.s.callApplied(place, r.Writes, refused[0])
	t.s.move(place, 0)
	return refused[0], nil
}
