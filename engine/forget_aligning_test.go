package engine

import (
	"context"
	"fmt"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestMemoriesAreRemovedForGoodWhileOthersAreAligned removes memories for good while a change of goals makes the background write vectors, one memory at a time; there must be
// no deadlock.
func TestMemoriesAreRemovedForGoodWhileOthersAreAligned(t *testing.T) {
	defer func(was int) { alignStep = was }(alignStep)
	alignStep = 1
	e := openWith(t, Config{})
	ctx := context.Background()
	var ids []store.ID
	for i := range 60 {
		ids = append(ids, remember(t, e, Note{Content: fmt.Sprintf("the oven of bakery %d is cleaned on Mondays", i)})[0].ID)
	}
	if _, err := e.SetNorthStar(ctx, "", "sell more bread"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		for i, id := range ids[40:] {
			if _, err := e.SetNorthStar(ctx, "", fmt.Sprintf("sell bread of %d kinds", i)); err != nil { // all are aligned again
				done <- err
				return
			}
			time.Sleep(time.Duration(i%8) * time.Millisecond) // until the background works on it
			if _, err := e.forget(ctx, id, true); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	eventually(t, "all are removed", func() bool {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return true
		default:
			return false
		}
	})
}
