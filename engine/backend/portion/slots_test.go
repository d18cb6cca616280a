package portion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"asterism/engine/batch"
)

// TestQuestionsFirst: who waits is served in the stated order.
func TestQuestionsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slots{free: 1}
		if err := s.acquire(t.Context(), batch.Passage); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []string
		wait := func(role batch.Role, n int) {
			go func() {
				if err := s.acquire(t.Context(), role); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, fmt.Sprint("pq"[role:role+1], n))
				mu.Unlock()
				s.release()
			}()
			synctest.Wait() // so that they wait in this order
		}
		wait(batch.Passage, 1)
		wait(batch.Passage, 2)
		for n := range 6 {
			wait(batch.Query, n+1)
		}
		s.release()
		synctest.Wait()
		want := []string{"q1", "q2", "q3", "q4", "p1", "q5", "q6", "p2"}
		if !slices.Equal(order, want) {
			t.Errorf("served %v, want %v", order, want)
		}
		if s.free != 1 || len(s.waiting[0])+len(s.waiting[1]) != 0 {
			t.Errorf("afterwards %+v", s)
		}
	})
}

// TestWithdrawn: who gives up waiting leaves no slot behind, however close that is to being served.
func TestWithdrawn(t *testing.T) {
	s := &slots{free: 1}
	for range 2000 {
		if err := s.acquire(context.Background(), batch.Passage); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		answer := make(chan error)
		go func() { answer <- s.acquire(ctx, batch.Query) }()
		go cancel()
		s.release()
		switch err := <-answer; {
		case err == nil:
			s.release()
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		}
		s.mu.Lock()
		if s.free != 1 || len(s.waiting[batch.Query]) != 0 {
			t.Fatalf("%d slots are free and %d wait, want 1 and 0", s.free, len(s.waiting[batch.Query]))
		}
		s.mu.Unlock()
		cancel()
	}
}
