package background

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestAnyCourse: for any failures, panics, successes and kicks, no subject is retried before its pause is over, each is retried at most one pause late, and the state matches.
func TestAnyCourse(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			chance, when := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
			type seen struct {
				inARow   int
				at       time.Time
				earliest time.Time // of the next try
			}
			var mu sync.Mutex // guards the variables below
			subjects := map[string]*seen{}
			failures, ill := int64(0), broken()
			l := started(t, Task{Every: 20 * time.Second, Pause: Pause{time.Second, time.Minute}, Work: func(_ context.Context, r *Round) {
				mu.Lock()
				defer mu.Unlock()
				for i := range 4 {
					name := fmt.Sprint("subject ", i)
					s := subjects[name]
					if s == nil {
						s = &seen{}
						subjects[name] = s
					}
					_ = r.Try(name, func() error {
						now := time.Now()
						if now.Before(s.earliest) {
							t.Errorf("seed %d: %s was tried %v before its pause was over", seed, name, s.earliest.Sub(now))
						}
						if s.inARow > 0 && now.Sub(s.at) > time.Minute {
							t.Errorf("seed %d: %s waited %v", seed, name, now.Sub(s.at))
						}
						s.at = now
						if ill.err() == nil || chance.Float64() >= .9 {
							s.inARow, s.earliest = 0, time.Time{}
							return nil
						}
						s.inARow++
						failures++
						s.earliest = now.Add(min(time.Second<<min(s.inARow-1, 20), time.Minute) * 3 / 4)
						if chance.Float64() < .3 {
							panic(s.inARow)
						}
						return errDisk
					})
				}
			}})
			check := func() {
				t.Helper()
				synctest.Wait()
				mu.Lock()
				defer mu.Unlock()
				worst := 0
				for _, s := range subjects {
					worst = max(worst, s.inARow)
				}
				if s := l.State(); s.InARow != worst || s.Failures != failures || s.Failing() != (s.NextTry.After(time.Now())) || s.Failing() != (s.Trouble() != "") {
					t.Errorf("seed %d: %+v, want %d in a row of %d", seed, s, worst, failures)
				}
			}
			for range 300 {
				time.Sleep(time.Duration(when.Int64N(int64(10 * time.Second))))
				if when.IntN(3) == 0 {
					l.Kick()
				}
				check()
			}
			ill.set(false)
			lets(l, 2*time.Minute)
			check()
			if l.State().Failing() {
				t.Errorf("seed %d: it is not well again: %+v", seed, l.State())
			}
		})
	}
}
