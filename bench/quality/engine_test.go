package quality

import (
	"context"
	"math"
	"slices"
	"testing"

	"asterism/engine"
)

// TestFusedIsWhatTheEngineFinds puts the notes into a real engine and asks it the same questions: the same memories must come in the
// same order, with the same scores.
func TestFusedIsWhatTheEngineFinds(t *testing.T) {
	ctx := t.Context()
	e := shipped(t)
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLibrary(ctx, e, s.docs, s.order)
	if err != nil {
		t.Fatal(err)
	}
	asks, err := e.ask(ctx, s.docs, s.queries)
	if err != nil {
		t.Fatal(err)
	}
	product := filledEngine(t, s.docs)
	misspelt := 0
	for i, q := range s.queries {
		const n = 20
		asked := asks[i].question(asks[i].weights)
		asked.TopK = n
		ours, err := l.index.Search(ctx, asked)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := product.Recall(ctx, engine.Question{Text: q.text, TopK: n, Unfolded: true})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(asks[i].meant, theirs.Meant) || asks[i].profile != theirs.Profile || asks[i].weights != theirs.Weights {
			t.Errorf("%q: meant %q, profile %s, weights %v; the engine has %q, %s, %v", q.text, asks[i].meant, asks[i].profile, asks[i].weights, theirs.Meant, theirs.Profile, theirs.Weights)
		}
		misspelt += len(asks[i].meant)
		if len(ours.Hits) != len(theirs.Hits) {
			t.Errorf("%q: %d hits, the engine has %d", q.text, len(ours.Hits), len(theirs.Hits))
			continue
		}
		for k, h := range ours.Hits {
			if other := theirs.Hits[k]; h.ID != other.Memory.ID || math.Abs(h.Score-other.Score) > 1e-6 {
				t.Errorf("%q: place %d is %s with %v, the engine has %s with %v", q.text, k+1, h.ID, h.Score, other.Memory.ID, other.Score)
				break
			}
		}
	}
	if misspelt == 0 {
		t.Error("no question was misspelt: that path is not compared")
	}
}

// filledEngine is an engine that remembers documents under the ids of their places.
func filledEngine(t *testing.T, docs []entry) *engine.Engine {
	t.Helper()
	ctx := context.Background()
	product, err := engine.Open(ctx, engine.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := product.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	notes := make([]engine.Note, len(docs))
	for i, d := range docs {
		notes[i] = engine.Note{ID: idAt(i), Content: d.text}
	}
	if _, err := product.RememberAll(ctx, notes); err != nil {
		t.Fatal(err)
	}
	return product
}
