package path_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"testing"

	"asterism/engine"
	"asterism/engine/path"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// sampleNotes returns the notes that ship with the project, as an engine stores them.
func sampleNotes(t *testing.T) (notes []*store.Memory) {
	t.Helper()
	f, err := os.Open("../../examples/notes/notes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var inputs []engine.Note
	for s := bufio.NewScanner(f); s.Scan(); {
		var l struct{ Content, Rationale, Modality string }
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, engine.Note{Content: l.Content, Rationale: l.Rationale, Modality: l.Modality})
	}
	ctx := context.Background()
	e, err := engine.Open(ctx, engine.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	stored, err := e.RememberAll(ctx, inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range stored {
		m, err := e.Get(ctx, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		notes = append(notes, m)
	}
	return notes
}

// TestWhatHopsRestOn uses the notes: the scale of a store with enough memories passes about the promised share of pairs, and the
// noted scale is that of the notes. The memories that the index returns as nearest are those of the best scores, in each space and
// direction.
func TestWhatHopsRestOn(t *testing.T) {
	notes := sampleNotes(t)
	t.Run("thresholds are measured where there is enough", func(t *testing.T) { path.CheckThresholds(t, notes) })
	t.Run("the index proposes the best hops", func(t *testing.T) {
		index := search.New(nil) // without tokens: no question compares E12
		for _, m := range notes {
			if err := index.Add(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range []models.Space{models.Causal, models.Semantic} {
			path.CheckNearest(t, index, s, notes)
		}
	})
}
