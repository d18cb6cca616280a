package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
)

// TestReembedBesideWriters changes models while others write, change, forget and purge at random, in two runs, the first of them cut off. At the end every
// value is that of a fresh store.
func TestReembedBesideWriters(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	next := Config{Data: dir, Profile: "full", Models: otherModels(t, "full")}
	e := open(t, dir)
	var before []store.ID
	for _, r := range remember(t, e, notesOf(numbered("before", 60)...)...) {
		before = append(before, r.ID)
	}
	r := reembedding(t, next)
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() { writeAtRandom(t, e, before[w*20:w*20+20], w) })
	}
	cut, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	if _, err := r.Beside(cut, e, nil); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	cancel()
	if _, err := r.Beside(ctx, e, nil); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if _, err := r.Beside(ctx, e, nil); err != nil {
		t.Error(err)
	}
	want := everyMemory(t, e)
	shut(t, e)
	finish(t, r)
	e = openWith(t, next)
	got := everyMemory(t, e)
	for id, m := range want {
		if g := got[id]; g == nil || g.Content != m.Content || g.Version != m.Version || !g.Deleted.Equal(m.Deleted) {
			t.Errorf("memory %s is not what it was", id)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d memories, want %d", len(got), len(want))
	}
	mustEqualFresh(t, e, next)
}

func numbered(what string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s %d: the service restarted %d times after the deploy of %s", what, i, i*7%13, []string{"payments", "search", "mail"}[i%3]))
	}
	return out
}

// writeAtRandom makes random changes to its own ids, and stores new memories.
func writeAtRandom(t *testing.T, e *Engine, ids []store.ID, seed int) {
	ctx := context.Background()
	for i, id := range ids {
		var err error
		switch (i + seed) % 5 {
		case 0:
			words := fmt.Sprintf("changed by writer %d: the incident %d is closed", seed, i)
			_, err = e.Update(ctx, id, Change{Content: &words})
		case 1:
			_, err = e.Forget(ctx, id, false)
		case 2:
			_, err = e.Forget(ctx, id, true)
		case 3:
			_, err = e.Forget(ctx, id, false)
			err = errors.Join(err, e.Restore(ctx, id))
		case 4:
			_, err = e.RememberAll(ctx, notesOf(numbered(fmt.Sprintf("writer %d turn %d", seed, i), 3)...))
		}
		if err != nil {
			t.Error(err)
		}
	}
}
