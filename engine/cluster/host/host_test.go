package host

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster/shard"
	"asterism/engine/embedder"
)

const patience = time.Minute // only used up when a test fails

func changed(number int, role shard.Role, epoch uint64) shard.Change {
	return shard.Change{Shard: number, Role: role, Leader: shard.Leader{Node: "a", Epoch: epoch}, Known: true}
}

// await waits until a shard has an engine.
func await(t *testing.T, h *Host, number int) *engine.Engine {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		e, err := h.Engine(number)
		if err == nil {
			return e
		}
		if !errors.Is(err, ErrOpening) {
			t.Fatal(err)
		}
	}
	t.Fatal("the engine is not opened")
	return nil
}

// TestEnginesFollowTheLead: an engine opens when its shard is led here, with the shared embedder. It closes when the node stops leading, and opens again over the same folder later.
func TestEnginesFollowTheLead(t *testing.T) {
	m, err := embedder.Open(t.Context(), embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close(context.Background())
	dirs := []string{t.TempDir(), t.TempDir()}
	var opened atomic.Int32
	h := New(func(ctx context.Context, number int, _ *engine.Engine) (*engine.Engine, error) {
		opened.Add(1)
		return engine.Open(ctx, Over(engine.Config{}, m, dirs[number], 2))
	}, slog.New(slog.DiscardHandler))
	defer h.Close()
	if _, err := h.Engine(0); !errors.Is(err, ErrNotLeading) {
		t.Errorf("at first: %v", err)
	}
	for n := range dirs {
		h.Changed(changed(n, shard.Follower, 1))
		h.Changed(changed(n, shard.Candidate, 2))
		h.Changed(changed(n, shard.Leading, 2))
		h.Changed(changed(n, shard.Leading, 2)) // the same change twice
		if _, err := await(t, h, n).Remember(t.Context(), engine.Note{Content: "the disk was full"}); err != nil {
			t.Error(err)
		}
	}
	if n := opened.Load(); n != 2 {
		t.Errorf("%d engines were opened, want 2", n)
	}
	h.Changed(changed(0, shard.Follower, 3))
	if _, err := h.Engine(0); !errors.Is(err, ErrNotLeading) {
		t.Errorf("when another leads: %v", err)
	}
	h.Changed(changed(0, shard.Leading, 4)) // while the last one may still be closing
	names, err := await(t, h, 0).Namespaces(t.Context())
	if err != nil || len(names) != 1 || names[0].Memories != 1 {
		t.Errorf("%v, %v", names, err)
	}
	if leads := h.Leads(); len(leads) != 2 || !leads[0] || !leads[1] {
		t.Errorf("%v", leads)
	}
}

// TestAnEngineThatIsNotOpenedIsTriedAgain, and meanwhile callers get an error that says to come back.
func TestAnEngineThatIsNotOpenedIsTriedAgain(t *testing.T) {
	tried := make(chan struct{}, 10)
	h := New(func(context.Context, int, *engine.Engine) (*engine.Engine, error) {
		tried <- struct{}{}
		return nil, errors.New("the disk is full")
	}, slog.New(slog.DiscardHandler))
	h.Changed(changed(0, shard.Leading, 1))
	<-tried
	<-tried
	if _, err := h.Engine(0); !errors.Is(err, ErrOpening) {
		t.Errorf("%v", err)
	}
	h.Close()
}
