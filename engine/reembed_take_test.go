package engine

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestFinishWaitsForACommand checks that a command that opens the store for a moment between the end of serving and the switch does not end a run of hours.
func TestFinishWaitsForACommand(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	next := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
	r := reembedding(t, next)
	closed := make(chan error, 1)
	go func() {
		time.Sleep(200 * time.Millisecond) // so that the store is needed while it is open elsewhere; the exact time does not matter
		closed <- e.Close(context.Background())
	}()
	report := finish(t, r)
	if err := <-closed; err != nil || report.Embedded != len(breadNotes) {
		t.Errorf("%d memories embedded, error %v; want %d", report.Embedded, err, len(breadNotes))
	}
	e = openWith(t, next)
	defer shut(t, e)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Finish(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while the store is taken: error %v", err)
	}
}
