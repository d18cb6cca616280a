package queue

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

// Permits counts the free places of one or more rings. Taking a free one is a compare-and-swap. Who finds none lines
// up, first come first served, so a caller that wants many is not overtaken for ever by callers that want one.
type Permits struct {
	capacity int64
	_        [cacheLine]byte // takers and givers are different goroutines: each side counts on a line of its own
	taken    atomic.Int64    // permits ever taken
	_        [cacheLine]byte
	given    atomic.Int64 // permits ever given back; never more than taken, never less than taken-capacity
	_        [cacheLine]byte
	line     atomic.Int64  // callers lined up, the one whose turn it is included
	turn     chan struct{} // holds one: its owner is the next to be served
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

// Acquire takes n permits. It waits at most maxWait (0: no limit of its own) and at most until ctx ends. Out of time
// is a [BusyError]; a cancelled ctx is its error; after Close it is [ErrClosed]. n above the capacity can never be had and is an error at once.
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
	for range spins { // the next place is often nearer than a sleep and a wake-up
		if p.TryAcquire(n) {
			return nil
		}
		runtime.Gosched()
	}
	return p.wait(ctx, int64(n), maxWait)
}

// TryAcquire takes n permits if they are free and nobody waits for some.
func (p *Permits) TryAcquire(n int) bool { return p.line.Load() == 0 && p.acquire(int64(n)) }

// Release gives n permits back.
func (p *Permits) Release(n int) {
	p.given.Add(int64(n))
	p.freed.Ring()
}

// Close turns away everybody in the line and all who come later. Permits can still be given back.
func (p *Permits) Close() {
	p.closed.Store(true)
	p.freed.RingAll() // the first in line leaves and makes way for the next
}

// Closed reports whether Close was called.
func (p *Permits) Closed() bool { return p.closed.Load() }

// InUse is the number of permits taken.
func (p *Permits) InUse() int {
	given := p.given.Load() // first: it only grows, so the difference is never below zero
	return int(p.taken.Load() - given)
}

// Capacity is the number of permits in all.
func (p *Permits) Capacity() int { return int(p.capacity) }

// Busy is the error for a caller that wanted n permits and does not wait.
func (p *Permits) Busy(n int) *BusyError {
	return &BusyError{Capacity: int(p.capacity), RetryAfter: p.drain.retryAfter(p.given.Load(), int64(n)+p.line.Load(), time.Now())}
}

// acquire reads given before taken. An old given makes permits look scarcer than they are, never more plentiful.
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

// late tells a caller that went away from one that ran out of time.
func (p *Permits) late(ctx context.Context, n int64) error {
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return fmt.Errorf("wait for a place in the queue: %w", err)
	}
	return p.Busy(int(n))
}
