package unread

import (
	"log/slog"
	"sync"
	"testing"

	"asterism/engine/store"
)

// TestABookIsWrittenByMany: the notes of several concurrent readers are all recorded, and a memory that is written again is removed.
func TestABookIsWrittenByMany(t *testing.T) {
	b := New(slog.New(slog.DiscardHandler))
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() {
			b.Note(store.Unread{ID: store.ID{byte(i + 1)}, Whole: i%2 == 0, Err: store.ErrDamaged})
			b.State()
			b.Hides()
		})
	}
	readers.Wait()
	if s := b.State(); s.Whole != 4 || s.Partly != 4 || !b.Hides() {
		t.Errorf("%+v", s)
	}
	for i := range 8 {
		b.Clear(store.ID{byte(i + 1)})
	}
	if b.Hides() {
		t.Error("it hides a memory that was written again")
	}
}
