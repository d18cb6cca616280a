package queue

import "sync/atomic"

// Bell lets goroutines sleep until there may be something to do, and costs one atomic load when nobody sleeps.
// Make one with [NewBell].
type Bell struct {
	asleep atomic.Int32  // registered sleepers that nobody has called yet
	calls  chan struct{} // one entry a called sleeper
	woken  atomic.Int64
}

// NewBell makes a bell. sleepers is how many are expected at once; more are fine, a ring may then wait for one to stir.
func NewBell(sleepers int) *Bell {
	return &Bell{calls: make(chan struct{}, max(sleepers, 1))}
}

// Ring wakes one sleeper, if any. Call it after the thing to do has been published.
func (b *Bell) Ring() {
	if b.strike() {
		b.calls <- struct{}{}
	}
}

// RingAll wakes everybody who sleeps.
func (b *Bell) RingAll() {
	for b.strike() {
		b.calls <- struct{}{}
	}
}

// Wait sleeps until the bell rings for this sleeper (true) or stop is closed (false). ready is asked once, after
// registering, and if it holds there is no sleep: without it a ring just before falling asleep would be missed.
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
			b.Ring() // the call was not for one who goes away: pass it on
		}
		return false
	}
}

// Woken is how many times a sleeper was called since the start: a count of wake-ups, for tests and statistics.
func (b *Bell) Woken() int64 { return b.woken.Load() }

// strike takes one sleeper off the register and reports whether there was one.
func (b *Bell) strike() bool {
	for n := b.asleep.Load(); n > 0; n = b.asleep.Load() {
		if b.asleep.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// leave ends a registration without sleep. Registrations are alike: when none is left uncalled, this sleeper has been
// called, so the call is on its way and is consumed here. It reports whether it consumed one.
func (b *Bell) leave() bool {
	if b.strike() {
		return false
	}
	<-b.calls
	return true
}
