package replicated

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"asterism/engine/cluster/record"
	"asterism/engine/queue"
	"asterism/engine/store"
)

const (
	// maxWaiting bounds the bytes of writes that wait or are in flight. A larger write waits until it is alone.
	maxWaiting = 64 << 20
	// maxCalls bounds the number of waiting writes.
	maxCalls = 4096
	// maxRecord is the size at which a record takes no more writes: the usual limit of one message of the log, so that records are split into parts only where necessary.
	maxRecord = 900 << 10
)

// request is a write that waits for its answer.
type request struct {
	body  []byte // as [record.EncodeWrite] gives it
	alone bool   // it must be the only write of its record
	size  int    // permits that it holds
	done  chan error
	state atomic.Int32
}

// The states of a request. The leader or a caller that gives up moves it out of waiting; whichever comes first decides.
const (
	waiting int32 = iota
	taken
	givenUp
)

// write hands the write to the leader's goroutine and waits for the answer. If the caller gives up while the write waits, nothing changes. If the write is in flight, the caller
// waits for it, at most as long as the leader waits for a quorum.
func (s *Store) write(ctx context.Context, w *store.Write) error {
	if s.closed.Load() {
		return store.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t := s.term.Load()
	if t == nil {
		return fmt.Errorf("write to the log: %w: this node only follows", store.ErrDeposed)
	}
	body, err := record.EncodeWrite(w)
	if err != nil {
		return err
	}
	r := &request{body: body, alone: len(w.Commands) == 0 && len(w.Entries) == 0, size: min(len(body), maxWaiting), done: make(chan error, 1)}
	waiting, cancel := context.WithTimeoutCause(ctx, s.cfg.Patience, errNoQuorum)
	defer cancel()
	if err := t.do(waiting, r); err != nil {
		return fmt.Errorf("write to the log: %w", err)
	}
	return nil
}

var errNoQuorum = fmt.Errorf("%w in time", store.ErrUnavailable)

func (t *term) do(ctx context.Context, r *request) error {
	if err := t.permits.Acquire(ctx, r.size, 0); err != nil {
		return t.why(ctx, err)
	}
	if err := t.calls.PushWithin(ctx, r, 0); err != nil {
		t.permits.Release(r.size)
		return t.why(ctx, err)
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
	}
	if r.state.CompareAndSwap(waiting, givenUp) {
		return context.Cause(ctx)
	}
	return <-r.done
}

// why returns the error of a write that did not get into the queue: the leadership is over, or the queue does not move.
func (t *term) why(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, queue.ErrClosed):
		return fmt.Errorf("%w: the lead of this node is over", store.ErrDeposed)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return err
}
