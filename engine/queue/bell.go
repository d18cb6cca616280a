package queue

import "sync/atomic"

// Bell lets goroutines sleep until there may be something to do, and costs one atomic load if none sleeps.
// Make one with [NewBell].
type Bell struct {
	asleep atomic.Int32  // registered sleepers that have not been called yet
	calls  chan struct{} // one entry per called sleeper
	woken  atomic.Int64
}

// NewBell makes a bell. sleepers is the expected number at once; with more, a ring may have to wait until one wakes up.
func NewBell(sleepers int) *Bell {
	return &Bell{calls: make(chan struct{}, max(sleepers, 1))}
}

// Ring wakes one sleeper, if there is one. Call it after the work has been published.
func (b *Bell) Ring() {
	if b.strike() {
		b.calls <- struct{}{}
	}
}

// RingAll wakes all sleepers.
func (b *Bell) RingAll() {
	for b.strike() {
		b.calls <- struct{}{}
	}
}

// Wait sleeps until the bell rings for this sleeper (true) or stop is closed (false). It calls ready once, after
// registering, and does not sleep if it returns true: otherwise a ring just before falling asleep would be
// missed.
func (b *Bell) Wait(stop <-chan struct{}, ready func() bool) bool {
	b.asleep.Add(1)
	if ready() {
		b.leave()
		return true
	}
	select {
	case <-b.calls:
		b.woken.Add(1)
		return true
	case <-stop:
		if b.leave() {
			b.Ring() // this sleeper leaves, so pass the call on
		}
		return false
	}
}

// Woken returns how many times a sleeper was called since the start, for tests and statistics.
func (b *Bell) Woken() int64 { return b.woken.Load() }

// strike removes one sleeper from the register and reports whether there was one.
func (b *Bell) strike() bool {
	for n := b.asleep.Load(); n > 0; n = b.asleep.Load() {
		if b.asleep.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// leave ends a registration without sleep. Registrations are interchangeable: if none is left uncalled, this sleeper
// has been called, so the call is on its way and is consumed here. It reports whether it consumed one.
func (b *Bell) leave() bool {
	if b.strike() {
		return false
	}
	<-b.calls
	return true
}
