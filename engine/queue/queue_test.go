package queue

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

func TestQueueKeepsEveryValueOnce(t *testing.T) {
	const producers, consumers, each = 8, 4, 5000
	q := New[[2]int](64)
	var made, eaten sync.WaitGroup
	for p := range producers {
		made.Go(func() {
			for i := range each {
				if err := q.Push(t.Context(), [2]int{p, i}); err != nil {
					t.Errorf("push: %v", err)
				}
			}
		})
	}
	var mu sync.Mutex
	seen := map[[2]int]int{}
	for range consumers {
		eaten.Go(func() {
			last := [producers]int{}
			var mine [][2]int
			for {
				v, err := q.Pop(t.Context())
				if err != nil {
					break
				}
				// Values of one producer are popped in order, so one consumer sees rising numbers.
				if v[1]+1 <= last[v[0]] {
					t.Errorf("producer %d: value %d after %d", v[0], v[1], last[v[0]]-1)
				}
				last[v[0]] = v[1] + 1
				mine = append(mine, v)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, v := range mine {
				seen[v]++
			}
		})
	}
	made.Wait()
	q.Close()
	eaten.Wait()
	if len(seen) != producers*each {
		t.Errorf("saw %d values, want %d", len(seen), producers*each)
	}
	for v, n := range seen {
		if n != 1 {
			t.Errorf("value %v came out %d times", v, n)
		}
	}
	if q.permits.InUse() != 0 {
		t.Errorf("%d permits were not given back", q.permits.InUse())
	}
}

func TestQueueIsFirstInFirstOut(t *testing.T) {
	q := New[int](100)
	for i := range 100 {
		if err := q.TryPush(i); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		if v, ok := q.TryPop(); !ok || v != i {
			t.Fatalf("pop %d: got %d %v", i, v, ok)
		}
	}
	if v, ok := q.TryPop(); ok {
		t.Errorf("popped %d from an empty queue", v)
	}
}

func TestFullQueueIsBusyNotFuller(t *testing.T) {
	q := New[int](5) // its ring has eight slots
	for i := range 5 {
		if err := q.TryPush(i); err != nil {
			t.Fatal(err)
		}
	}
	checkBusy(t, q.TryPush(5))
	checkBusy(t, q.PushWithin(t.Context(), 5, time.Millisecond))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	checkBusy(t, q.Push(ctx, 5))
	if q.Len() != 5 {
		t.Errorf("length %d after refused pushes, want 5", q.Len())
	}
	q.TryPop()
	if err := q.TryPush(5); err != nil {
		t.Errorf("push after a pop: %v", err)
	}
}

func checkBusy(t *testing.T, err error) {
	t.Helper()
	var busy *BusyError
	if !errors.Is(err, ErrBusy) || !errors.As(err, &busy) {
		t.Fatalf("got %v, want a BusyError", err)
	}
	if busy.RetryAfter < retryLeast || busy.RetryAfter > retryMost {
		t.Errorf("retry after %s is outside %s to %s", busy.RetryAfter, retryLeast, retryMost)
	}
}

func TestCancelledPushIsNotBusy(t *testing.T) {
	q := New[int](1)
	_ = q.TryPush(1)
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if err := q.Push(ctx, 2); !errors.Is(err, context.Canceled) || errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want a cancellation", err)
	}
	if q.permits.line.Load() != 0 {
		t.Errorf("%d callers still lined up", q.permits.line.Load())
	}
}

func TestCloseWakesSleepersAndKeepsValues(t *testing.T) {
	q := New[int](4)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if _, err := q.Pop(t.Context()); !errors.Is(err, ErrClosed) {
				t.Errorf("sleeping pop: %v, want ErrClosed", err)
			}
		})
	}
	waitFor(t, func() bool { return q.bell.asleep.Load() == 3 })
	q.Close()
	wg.Wait()

	q = New[int](2)
	_ = q.TryPush(7)
	q.Close()
	if err := q.TryPush(8); !errors.Is(err, ErrClosed) {
		t.Errorf("push after close: %v", err)
	}
	if v, err := q.Pop(t.Context()); v != 7 || err != nil {
		t.Errorf("pop after close: %d %v, want 7", v, err)
	}
	if _, err := q.Pop(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("pop of a closed empty queue: %v", err)
	}
}

func TestCloseTurnsAwayWaitingProducers(t *testing.T) {
	q := New[int](1)
	_ = q.TryPush(1)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := q.Push(t.Context(), 2); !errors.Is(err, ErrClosed) {
				t.Errorf("waiting push: %v, want ErrClosed", err)
			}
		})
	}
	waitFor(t, func() bool { return q.permits.line.Load() == 3 })
	q.Close()
	wg.Wait()
}

// Every value that is accepted while the queue is being closed is popped.
func TestCloseRace(t *testing.T) {
	for range 200 {
		q := New[int](8)
		var accepted, popped int
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for q.Push(t.Context(), 1) == nil {
					mu.Lock()
					accepted++
					mu.Unlock()
				}
			})
		}
		for range 2 {
			wg.Go(func() {
				for {
					if _, err := q.Pop(t.Context()); err != nil {
						return
					}
					mu.Lock()
					popped++
					mu.Unlock()
				}
			})
		}
		q.Close()
		wg.Wait()
		if accepted != popped {
			t.Fatalf("%d accepted, %d came out", accepted, popped)
		}
	}
}

func TestIdlePopDoesNotSpin(t *testing.T) {
	q := New[int](4)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { _, err := q.Pop(ctx); done <- err }()
	waitFor(t, func() bool { return q.bell.asleep.Load() == 1 })
	time.Sleep(20 * time.Millisecond)
	if n := q.bell.Woken(); n != 0 {
		t.Errorf("woken %d times with nothing to do", n)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func waitFor(t *testing.T, cond func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !cond(); time.Sleep(50 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatal("condition was not reached in a minute")
		}
	}
}
