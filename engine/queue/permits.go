package queue

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

// Permits counts the free places of one or more rings. Taking a free one is a compare-and-swap. Callers that find
// none queue up in order of arrival, so that one that wants many is not overtaken for ever by others that want one.
type Permits struct {
	capacity int64
	_        [cacheLine]byte // takers and givers are different goroutines: each side has its counter on a separate cache line
	taken    atomic.Int64    // permits ever taken
	_        [cacheLine]byte
	given    atomic.Int64 // permits ever released; never more than taken, never less than taken-capacity
	_        [cacheLine]byte
	line     atomic.Int64  // number of waiting callers, including the one whose turn it is
	turn     chan struct{} // holds one: its owner is served next
	freed    *Bell         // only the owner of the turn sleeps here
	closed   atomic.Bool
	drain    drainRate
}

// NewPermits makes capacity permits, at least one.
func NewPermits(capacity int) *Permits {
	p := &Permits{capacity: int64(max(capacity, 1)), turn: make(chan struct{}, 1), freed: NewBell(1)}
	p.drain.start = time.Now()
	return p
}

// Acquire takes n permits. It waits at most maxWait (0: no limit) and at most until ctx ends. A timeout is a [BusyError]; a cancelled ctx is
// its error; after Close the error is [ErrClosed]. n above the capacity is never possible and is an error at once.
func (p *Permits) Acquire(ctx context.Context, n int, maxWait time.Duration) error {
	if int64(n) > p.capacity {
		return fmt.Errorf("acquire %d permits: there are %d in all; ask for fewer at a time", n, p.capacity)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("acquire permits: %w", err)
	}
	if p.closed.Load() {
		return ErrClosed
	}
	for range spins { // the next place is often free sooner than a sleep and a wake-up take
		if p.TryAcquire(n) {
			return nil
		}
		runtime.Gosched()
	}
	return p.wait(ctx, int64(n), maxWait)
}

// TryAcquire takes n permits if they are free and no caller is waiting.
func (p *Permits) TryAcquire(n int) bool { return p.line.Load() == 0 && p.acquire(int64(n)) }

// Release releases n permits.
func (p *Permits) Release(n int) {
	p.given.Add(int64(n))
	p.freed.Ring()
}

// Close refuses all waiting and later callers. Permits can still be released.
func (p *Permits) Close() {
	p.closed.Store(true)
	p.freed.RingAll() // the first in the queue leaves, and the next becomes first
}

// Closed reports whether Close was called.
func (p *Permits) Closed() bool { return p.closed.Load() }

// InUse returns the number of permits taken.
func (p *Permits) InUse() int {
	given := p.given.Load() // first: it only grows, so the difference is never below zero
	return int(p.taken.Load() - given)
}

// Capacity returns the total number of permits.
func (p *Permits) Capacity() int { return int(p.capacity) }

// Busy returns the error for a caller that wanted n permits and does not wait.
func (p *Permits) Busy(n int) *BusyError {
	return &BusyError{Capacity: int(p.capacity), RetryAfter: p.drain.retryAfter(p.given.Load(), int64(n)+p.line.Load(), time.Now())}
}

// acquire reads given before taken. With an outdated given, permits look scarcer than they are, never more plentiful.
func (p *Permits) acquire(n int64) bool {
	for {
		given := p.given.Load()
		taken := p.taken.Load()
		if taken+n-given > p.capacity {
			return false
		}
		if p.taken.CompareAndSwap(taken, taken+n) {
			return true
		}
	}
}

func (p *Permits) wait(ctx context.Context, n int64, maxWait time.Duration) error {
	limited := ctx
	if maxWait > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, maxWait)
		defer cancel()
	}
	p.drain.roll(p.given.Load(), time.Now())
	p.line.Add(1)
	defer p.line.Add(-1)
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-limited.Done():
		return p.late(ctx, n)
	}
	got := false
	served := func() bool {
		got = got || p.acquire(n)
		return got || p.closed.Load()
	}
	for !served() {
		if !p.freed.Wait(limited.Done(), served) {
			return p.late(ctx, n)
		}
	}
	if !got {
		return ErrClosed
	}
	return nil
}

// late distinguishes a cancelled caller from one that ran out of time.
func (p *Permits) late(ctx context.Context, n int64) error {
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return fmt.Errorf("wait for a place in the queue: %w", err)
	}
	return p.Busy(int(n))
}
