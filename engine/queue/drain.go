package queue

import (
	"sync"
	"time"
)

// drainRate measures how fast permits are released, from their total number. Only callers that have already found no
// permit take its mutex.
type drainRate struct {
	mu        sync.Mutex
	start     time.Time // of the current window
	base      int64     // count at its start
	perSecond float64   // of the last complete window
}

const (
	drainWindow  = time.Second
	drainSettled = 20 * time.Millisecond // a younger window has too little data
	retryUnknown = time.Second           // used if nothing has been released yet
	retryLeast   = 10 * time.Millisecond
	retryMost    = 30 * time.Second
)

// roll begins a new window if the current one is old.
func (d *drainRate) roll(count int64, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	age := now.Sub(d.start)
	if age < drainWindow {
		return
	}
	d.perSecond = float64(count-d.base) / age.Seconds()
	d.start, d.base = now, count
}

// retryAfter estimates the time until need permits have been released.
func (d *drainRate) retryAfter(count, need int64, now time.Time) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	rate := d.perSecond
	if age := now.Sub(d.start); age >= drainSettled {
		rate = max(float64(count-d.base)/age.Seconds(), rate/4)
	}
	if rate <= 0 {
		return retryUnknown
	}
	wait := time.Duration(float64(need) / rate * float64(time.Second))
	return min(max(wait, retryLeast), retryMost)
}
