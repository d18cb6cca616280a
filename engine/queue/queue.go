package queue

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// Queue is a bounded queue for many producers and many consumers: a permit before the push, a bell after
// it. A taken permit promises a value, so the number of permits in use is also the number of values.
type Queue[T any] struct {
	ring     *Ring[T]
	permits  *Permits
	bell     *Bell
	promised func() bool
}

// expectedConsumers sizes the bell only.
const expectedConsumers = 64

// spins is how often both ends check again before they sleep: a sleep and a wake-up cost some microseconds, a check
// some nanoseconds, and under load the next value or place often arrives that soon.
const spins = 8

// New makes a queue of capacity places, at least one.
func New[T any](capacity int) *Queue[T] {
	permits := NewPermits(capacity)
	return &Queue[T]{
		ring:     NewRing[T](capacity),
		permits:  permits,
		bell:     NewBell(expectedConsumers),
		promised: func() bool { return permits.InUse() > 0 },
	}
}

// Push adds v at the end. Without a free place it waits until ctx ends: a passed deadline is a [BusyError], a
// cancelled ctx is its error, a closed queue is [ErrClosed]. After every error v was not added.
func (q *Queue[T]) Push(ctx context.Context, v T) error {
	if err := q.permits.Acquire(ctx, 1, 0); err != nil {
		return err
	}
	return q.put(v)
}

// PushWithin is Push with a greatest waiting time, which like a deadline ends in a [BusyError].
func (q *Queue[T]) PushWithin(ctx context.Context, v T, maxWait time.Duration) error {
	if maxWait <= 0 {
		return q.TryPush(v)
	}
	if err := q.permits.Acquire(ctx, 1, maxWait); err != nil {
		return err
	}
	return q.put(v)
}

// TryPush adds v at the end if there is a free place; otherwise the error is a [BusyError] or [ErrClosed].
func (q *Queue[T]) TryPush(v T) error {
	if !q.permits.TryAcquire(1) {
		if q.permits.Closed() {
			return ErrClosed
		}
		return q.permits.Busy(1)
	}
	return q.put(v)
}

// put checks whether the queue is closed after it has promised a value, so that Close and the consumers cannot miss
// it.
func (q *Queue[T]) put(v T) error {
	if q.permits.Closed() {
		q.permits.Release(1)
		return ErrClosed
	}
	q.ring.Put(v)
	q.bell.Ring()
	return nil
}

// TryPop takes the oldest value, if there is one.
func (q *Queue[T]) TryPop() (T, bool) {
	v, ok := q.ring.TryPop(q.promised)
	if ok {
		q.permits.Release(1)
	}
	return v, ok
}

// Pop takes the oldest value and sleeps while there is none. The error is [ErrClosed] if the queue is closed and
// empty, and ctx's error if ctx ends first.
func (q *Queue[T]) Pop(ctx context.Context) (T, error) {
	for range spins {
		if v, ok := q.TryPop(); ok {
			return v, nil
		}
		runtime.Gosched()
	}
	for {
		if v, ok := q.TryPop(); ok {
			return v, nil
		}
		var none T
		if q.permits.Closed() && !q.promised() {
			return none, ErrClosed
		}
		if err := ctx.Err(); err != nil {
			return none, fmt.Errorf("pop from queue: %w", err)
		}
		q.bell.Wait(ctx.Done(), func() bool { return q.promised() || q.permits.Closed() })
	}
}

// Close refuses further values and wakes all waiting goroutines. The remaining values can still be popped.
func (q *Queue[T]) Close() {
	q.permits.Close()
	q.bell.RingAll()
}

// Len returns the number of values in the queue or about to be added.
func (q *Queue[T]) Len() int { return q.permits.InUse() }

// Capacity returns the number of places.
func (q *Queue[T]) Capacity() int { return q.permits.Capacity() }
