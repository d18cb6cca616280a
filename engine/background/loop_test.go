package background

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var errDisk = errors.New("the disk is gone")

// fault is a failure that a test switches on and off.
type fault struct{ there atomic.Bool }

func broken() *fault {
	f := &fault{}
	f.set(true)
	return f
}

func (f *fault) set(there bool) { f.there.Store(there) }

func (f *fault) err() error {
	if f.there.Load() {
		return errDisk
	}
	return nil
}

// started runs a task in the bubble of a test, where time passes only while all goroutines sleep, and stops it at the end.
func started(t *testing.T, task Task) *Loop {
	t.Helper()
	task.Name = "tidying"
	l := New(task)
	l.Start()
	t.Cleanup(l.Stop)
	return l
}

// lets lets some time pass. Reads of the test before it are ordered before the loop's writes in it by the loop's lock.
func lets(l *Loop, pass time.Duration) {
	l.State()
	time.Sleep(pass)
	synctest.Wait()
}

// TestAFailureIsTriedAgainWithGrowingPauses: after a success the state is good again, and the next failure starts with the
// shortest pause.
func TestAFailureIsTriedAgainWithGrowingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries []time.Time
		ill := broken()
		l := started(t, Task{Work: func(_ context.Context, r *Round) {
			_ = r.Try("", func() error { tries = append(tries, time.Now()); return ill.err() })
		}})
		synctest.Wait()
		if len(tries) != 0 {
			t.Fatal("a loop without a period began before anybody kicked it")
		}
		begun := time.Now()
		l.Kick()
		lets(l, 5*time.Hour)
		before := time.Duration(0)
		for i := range len(tries) - 1 {
			pause := tries[i+1].Sub(tries[i])
			whole := min(time.Second<<min(i, 20), 10*time.Minute)
			if pause < whole*3/4 || pause > whole || whole < 10*time.Minute && pause <= before {
				t.Errorf("pause %d is %v, want more than %v, and three quarters of %v to the whole", i+1, pause, before, whole)
			}
			before = pause
		}
		s := l.State()
		if n := len(tries); n < 30 || s.InARow != n || s.Failures != int64(n) || !s.Since.Equal(begun) || !s.LastErrorAt.Equal(tries[n-1]) || s.LastError != errDisk.Error() || !s.LastSuccess.IsZero() ||
			!s.NextTry.After(time.Now()) || s.NextTry.Sub(tries[n-1]) > 10*time.Minute || s.Running {
			t.Errorf("after %d tries: %+v", n, s)
		}
		ill.set(false)
		lets(l, 10*time.Minute)
		n := len(tries)
		if s := l.State(); s.Failing() || s.Trouble() != "" || !s.NextTry.IsZero() || !s.Since.IsZero() || !s.LastSuccess.Equal(tries[n-1]) || s.Failures != int64(n-1) || s.LastError != errDisk.Error() {
			t.Errorf("when the error is gone: %+v", s)
		}
		ill.set(true)
		l.Kick()
		lets(l, 0)
		if s := l.State(); s.InARow != 1 || s.NextTry.Sub(s.LastEnd) > time.Second {
			t.Errorf("at the next failure: %+v", s)
		}
	})
}

// TestAKickEndsNoPause, and is not lost: its round comes when the pause is over.
func TestAKickEndsNoPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries, rounds int
		l := started(t, Task{Pause: Pause{time.Minute, time.Hour}, Work: func(_ context.Context, r *Round) {
			rounds++
			_ = r.Try("", func() error {
				if tries++; tries == 1 {
					return errDisk
				}
				return nil
			})
		}})
		for range 10 {
			l.Kick()
			lets(l, time.Second)
		}
		if s := l.State(); tries != 1 || rounds != 1 || s.Running || !s.Failing() {
			t.Errorf("%d tries in %d rounds while it waits: %+v", tries, rounds, s)
		}
		lets(l, time.Minute)
		if s := l.State(); tries != 2 || s.Failing() {
			t.Errorf("%d tries after the pause: %+v", tries, s)
		}
	})
}

// TestAFailingSubjectHoldsUpNoOther: another one is processed after every kick.
func TestAFailingSubjectHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := map[string]int{}
		l := started(t, Task{Pause: Pause{time.Minute, time.Hour}, Work: func(_ context.Context, r *Round) {
			for _, name := range []string{"ill", "well"} {
				_ = r.Try(name, func() error {
					if tries[name]++; name == "ill" {
						return errDisk
					}
					return nil
				})
			}
		}})
		for range 20 {
			l.Kick()
			lets(l, time.Second)
		}
		s := l.State()
		if tries["ill"] != 1 || tries["well"] != 20 || s.InARow != 1 || s.LastError != "ill: the disk is gone" || !s.LastSuccess.After(s.LastErrorAt) {
			t.Errorf("tries %v, %+v", tries, s)
		}
	})
}

// TestWhatIsNotTriedAgainIsForgotten: a namespace that is gone no longer counts as failing.
func TestWhatIsNotTriedAgainIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		there, rounds := broken(), 0
		l := started(t, Task{Work: func(_ context.Context, r *Round) {
			if rounds++; there.err() != nil {
				_ = r.Try("namespace a", there.err)
			}
		}})
		l.Kick()
		lets(l, 0)
		there.set(false)
		lets(l, time.Hour)
		if s := l.State(); rounds != 2 || s.Failing() || s.Failures != 1 || !s.LastSuccess.IsZero() || s.LastError == "" {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
	})
}

// TestRoundsComeAtTheirPeriod, the first at once, and more when failed work is to be retried.
func TestRoundsComeAtTheirPeriod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, ill := time.Now(), &fault{}
		var rounds []time.Duration
		l := started(t, Task{Every: time.Hour, Work: func(_ context.Context, r *Round) {
			rounds = append(rounds, time.Since(begun))
			_ = r.Try("", ill.err)
		}})
		lets(l, 2*time.Hour+time.Minute)
		if len(rounds) != 3 || rounds[0] != 0 || rounds[1] != time.Hour || rounds[2] != 2*time.Hour {
			t.Errorf("rounds came after %v", rounds)
		}
		ill.set(true)
		lets(l, time.Hour)
		if len(rounds) < 8 {
			t.Errorf("rounds came after %v", rounds)
		}
	})
}

// TestKicksBecomeRounds: a kick during a round causes another round.
func TestKicksBecomeRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rounds := 0
		l := started(t, Task{Work: func(context.Context, *Round) { rounds++; time.Sleep(time.Minute) }})
		for range 5 {
			l.Kick()
		}
		lets(l, time.Second)
		if s := l.State(); rounds != 1 || !s.Running {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
		l.Kick()
		lets(l, time.Hour)
		if s := l.State(); rounds != 2 || s.Running {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
	})
}

// TestAPanicIsAFailure: it is retried; the stack is logged once, and again for another panic, or for the same after a success.
func TestAPanicIsAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		tries := 0
		l := started(t, Task{Log: slog.New(slog.NewTextHandler(&out, nil)), Work: func(_ context.Context, r *Round) {
			_ = r.Try("namespace a", func() error {
				switch tries++; {
				case tries <= 3:
					panic("odd")
				case tries == 5:
					return nil
				}
				return fmt.Errorf("%d", 1/(min(tries, 4)-4)) // the fourth and the sixth try fail in another way, with a panic of the Go runtime
			})
		}})
		said := func(words string) int { return strings.Count(out.String(), words) }
		l.Kick()
		lets(l, 4900*time.Millisecond) // the third try comes after 3 s at the latest, the fourth after 5.25 s at the earliest
		if s := l.State(); tries != 3 || s.InARow != 3 || s.LastError != "namespace a: panic: odd" || said("stack=") != 1 || said("TestAPanicIsAFailure") == 0 {
			t.Errorf("after %d tries %+v, and the log says\n%s", tries, s, &out)
		}
		lets(l, 11*time.Second)
		if s := l.State(); tries != 5 || s.Failing() || s.Failures != 4 || said("stack=") != 2 || said("well again") != 1 || !strings.Contains(s.LastError, "divide by zero") {
			t.Errorf("after %d tries %+v, and the log says\n%s", tries, s, &out)
		}
		l.Kick()
		lets(l, 0)
		if tries != 6 || said("stack=") != 3 {
			t.Errorf("after %d tries the log says\n%s", tries, &out)
		}
	})
}

// TestAPanicOutsideOfATryStopsTheLoopForAPause, and the next round succeeds.
func TestAPanicOutsideOfATryStopsTheLoopForAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rounds := 0
		l := started(t, Task{Work: func(_ context.Context, r *Round) {
			if rounds++; rounds < 3 {
				panic(rounds)
			}
			_ = r.Try("namespace a", func() error { return nil })
		}})
		l.Kick()
		lets(l, 0)
		l.Kick()
		lets(l, 0)
		if s := l.State(); rounds != 1 || s.InARow != 1 || s.LastError != "panic: 1" {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
		lets(l, 3*time.Second)
		if s := l.State(); rounds != 3 || s.Failing() || s.Failures != 2 {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
	})
}

// TestWhatSomebodyWaitsForIsNeverPutOff, also after a panic; the panic is counted, and delays nothing.
func TestWhatSomebodyWaitsForIsNeverPutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		served, tries := 0, 0
		l := started(t, Task{Work: func(_ context.Context, r *Round) {
			r.Serve("a question", func() {
				if served++; served < 4 {
					panic("odd")
				}
			})
			_ = r.Try("namespace a", func() error { tries++; return nil })
		}})
		for range 4 {
			l.Kick()
			lets(l, 0)
		}
		if s := l.State(); served != 4 || tries != 4 || s.Failing() || s.Failures != 3 || s.LastError != "a question: panic: odd" {
			t.Errorf("served %d times, %d tries: %+v", served, tries, s)
		}
	})
}

// TestStopCutsShort: a failure caused by the stop is not counted, and nothing starts afterwards.
func TestStopCutsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rounds := 0
		l := started(t, Task{Every: time.Minute, Work: func(ctx context.Context, r *Round) {
			rounds++
			_ = r.Try("", func() error { <-ctx.Done(); return ctx.Err() })
		}})
		lets(l, time.Hour)
		l.Stop()
		l.Stop()
		l.Finish(t.Context())
		l.Kick()
		l.Start()
		lets(l, time.Hour)
		if s := l.State(); rounds != 1 || s.Failures != 0 || s.Failing() {
			t.Errorf("%d rounds, %+v", rounds, s)
		}
		never := New(Task{Work: func(context.Context, *Round) { t.Error("it began") }})
		never.Stop()
		never.Kick()
		never.Start()
		unstarted := New(Task{Work: func(context.Context, *Round) { t.Error("it began") }})
		unstarted.Finish(t.Context())
		lets(l, time.Hour)
	})
}

// TestFinish runs one more round, in which no subject waits, after the one in progress.
func TestFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rounds, tries, lasts int
		l := started(t, Task{Pause: Pause{time.Hour, time.Hour}, Work: func(_ context.Context, r *Round) {
			if rounds++; r.Last() {
				lasts++
			}
			_ = r.Try("", func() error { time.Sleep(time.Second); tries++; return errDisk })
		}})
		l.Kick()
		lets(l, time.Millisecond)
		l.Finish(t.Context())
		if rounds != 2 || tries != 2 || lasts != 1 {
			t.Errorf("%d rounds, %d of them the last, %d tries", rounds, lasts, tries)
		}
	})
}

// TestFinishInTime: when ctx ends the work is cut short, but the last round is still run.
func TestFinishInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut, last := 0, false
		l := started(t, Task{Work: func(ctx context.Context, r *Round) {
			<-ctx.Done()
			cut++
			last = r.Last()
		}})
		l.Kick()
		lets(l, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begun := time.Now()
		l.Finish(ctx)
		if cut != 2 || !last || time.Since(begun) != time.Minute {
			t.Errorf("%d rounds, the last of all: %v, after %v", cut, last, time.Since(begun))
		}
	})
}
