package engine

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
)

func TestTurns(t *testing.T) {
	var all turns
	ids := []uuid.UUID{{1}, {2}, {3}}
	inside := make([]int, len(ids))
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			n := i % len(ids)
			release, err := all.lock(context.Background(), ids[n])
			if err != nil {
				t.Error(err)
				return
			}
			inside[n]++ // the race detector, and the sum, show if two are inside
			release()
		})
	}
	wg.Wait()
	for n, sum := range inside {
		if sum != 100 {
			t.Errorf("id %d: %d turns, want 100", n, sum)
		}
	}
	release, err := all.lock(context.Background(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := all.lock(ctx, ids[0]); err == nil {
		t.Error("a second one got the turn")
	}
	release()
	if len(all.ids) != 0 {
		t.Errorf("%d ids are kept after all turns", len(all.ids))
	}
}
