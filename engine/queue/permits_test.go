package queue

import (
	"sync"
	"testing"
	"time"
)

// A caller that wants all permits is served although others take single ones all the time.
func TestPermitsServeTheLargeOne(t *testing.T) {
	p := NewPermits(4)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := p.Acquire(t.Context(), 1, 0); err != nil {
					t.Errorf("acquire 1: %v", err)
				}
				p.Release(1)
			}
		})
	}
	for range 50 {
		if err := p.Acquire(t.Context(), 4, 0); err != nil {
			t.Errorf("acquire 4: %v", err)
		}
		if n := p.InUse(); n != 4 {
			t.Errorf("%d permits in use while all are held", n)
		}
		p.Release(4)
	}
	close(stop)
	wg.Wait()
	if p.InUse() != 0 {
		t.Errorf("%d permits in use at the end", p.InUse())
	}
}

func TestPermitsRefuseTheImpossible(t *testing.T) {
	if err := NewPermits(3).Acquire(t.Context(), 4, 0); err == nil {
		t.Error("4 of 3 permits were given out")
	}
}

func TestRetryAfterFollowsTheDrainRate(t *testing.T) {
	begin := time.Unix(1000, 0)
	d := drainRate{start: begin}
	if got := d.retryAfter(0, 1, begin.Add(time.Millisecond)); got != retryUnknown {
		t.Errorf("nothing known: %s, want %s", got, retryUnknown)
	}
	if got, want := d.retryAfter(200, 100, begin.Add(500*time.Millisecond)), 250*time.Millisecond; got != want {
		t.Errorf("400 a second, 100 wanted: %s, want %s", got, want)
	}
	d.roll(200, begin.Add(time.Second))
	if got, want := d.retryAfter(200, 100, begin.Add(time.Second+time.Millisecond)), 500*time.Millisecond; got != want {
		t.Errorf("young window: %s, want the old window's %s", got, want)
	}
	if got := d.retryAfter(200, 1e9, begin.Add(time.Second)); got != retryMost {
		t.Errorf("far away: %s, want at most %s", got, retryMost)
	}
}
