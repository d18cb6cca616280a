package ingest

import (
	"context"
	"errors"
	"testing"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// broken is a server that is lost in the middle of a call, after it has answered for some of the notes.
type broken struct {
	*memory
	answered int
	err      error
}

func (b *broken) RememberAll(_ context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	if b.answered < 0 { // an engine of this process
		return nil, b.err
	}
	out := make([]engine.Remembered, len(notes))
	for i := range min(b.answered, len(notes)) {
		out[i].ID = uuid.New()
	}
	return out, b.err
}

// TestWhatALostServerHasStoredIsNotGivenAsNothing: notes that it has answered count as stored, and the report says that the outcome of the
// others is unknown.
func TestWhatALostServerHasStoredIsNotGivenAsNothing(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "{\"content\":\"one\"}\n{\"content\":\"two\"}\n{\"content\":\"three\"}\n"})
	lost := errors.New("no answer")
	for name, c := range map[string]struct {
		answered        int
		err             error
		stored, unknown int
	}{
		"some were answered":      {2, lost, 2, 1},
		"none was":                {0, lost, 0, 3},
		"an engine that refuses":  {-1, lost, 0, 0},
		"an engine's failed disk": {-1, store.ErrUnknown, 0, 3},
	} {
		p, err := NewPlan([]string{dir})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), &broken{newMemory(), c.answered, c.err}, p, Options{})
		if !errors.Is(err, c.err) || r.Stored != c.stored || r.Unknown != c.unknown {
			t.Errorf("%s: stored %d, unknown %d, %v", name, r.Stored, r.Unknown, err)
		}
	}
}
