package engine

import (
	"context"
	"testing"

	"asterism/engine/store"
)

// rewritten counts how often the bytes of removed memories are removed from a store's files.
type rewritten struct {
	store.Store
	times int
}

func (s *rewritten) Scrub(ctx context.Context) (int, error) {
	s.times++
	return s.Store.Scrub(ctx)
}

// TestBytesOfManyAreTakenOutOnce checks that removing many memories rewrites the files once, at the last. If the caller gives up earlier, the next pass removes the bytes.
func TestBytesOfManyAreTakenOutOnce(t *testing.T) {
	s := &rewritten{Store: store.NewInMemory()}
	e := openWith(t, Config{Store: on(store.Of(s))})
	all := remember(t, e, notesOf(breadNotes...)...)
	e.upkeep.tidying.Stop()
	s.times = 0
	later := LeaveBytes(t.Context())
	for _, one := range all[:2] {
		if f, err := e.Forget(later, one.ID, true); err != nil || f.Scrubbed {
			t.Fatalf("%+v, error %v", f, err)
		}
	}
	if s.times != 0 {
		t.Errorf("the files were rewritten %d times before the last", s.times)
	}
	if f, err := e.Forget(t.Context(), all[2].ID, true); err != nil || !f.Scrubbed || s.times != 1 {
		t.Errorf("with the last: %+v, error %v, the files were rewritten %d times", f, err, s.times)
	}
	if _, err := e.Forget(later, all[3].ID, true); err != nil {
		t.Fatal(err)
	}
	if _, err := Purge(t.Context(), e); err != nil || s.times != 2 {
		t.Errorf("the next pass: error %v, the files were rewritten %d times", err, s.times)
	}
}
