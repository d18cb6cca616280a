package rocks

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestCheckpoint: writes that were acknowledged before a checkpoint began are in it, also with concurrent writes; no write is half there; and the copy is a
// separate store.
func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, filepath.Join(dir, "store"))
	const writers = 4
	var written [writers]atomic.Int64 // number of acknowledged writes
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := w; ctx.Err() == nil; n += writers {
				if err := s.Apply(ctx, suite.Remember(crashMemory(n, 1))); err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				written[w].Add(1)
			}
		})
	}
	for round := range 3 {
		for written[0].Load() < int64(20*(round+1)) { // while writers run
			if t.Failed() {
				break
			}
			time.Sleep(time.Millisecond)
		}
		var before [writers]int64
		for w := range written {
			before[w] = written[w].Load()
		}
		at := filepath.Join(dir, "at"+string(rune('0'+round)))
		if err := s.Checkpoint(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		mustHaveFirst(t, at, before[:])
	}
	stop()
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Checkpoint(t.Context(), filepath.Join(dir, "late")); !errors.Is(err, store.ErrClosed) {
		t.Errorf("a checkpoint of a closed store: %v", err)
	}
}

// mustHaveFirst opens a checkpoint, checks that it has at least the given number of memories of each writer, verifies every record, and writes to it.
func mustHaveFirst(t *testing.T, dir string, before []int64) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, ownerFile)); err == nil {
		t.Error("the owner's file is in the checkpoint")
	}
	s := mustOpen(t, dir)
	for w, n := range before {
		for i := range int(n) {
			if _, err := store.One(t.Context(), s, store.Parts{Content: true}, suite.ID(w+i*len(before))); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := s.Check(t.Context(), nil)
	if err != nil || len(r.Damage) > 0 {
		t.Fatalf("%+v %v", r, err)
	}
	mustRemember(t, s, crashMemory(1_000_000, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
