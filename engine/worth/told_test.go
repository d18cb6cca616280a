package worth

import (
	"context"
	"math"
	"testing"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestTallyAddsUp sums over the questions of a memory; an unknown memory has none.
func TestTallyAddsUp(t *testing.T) {
	s := open(t, store.NewInMemory(), "m")
	id := uuid.New()
	if got := s.Tally(id); got != (Tally{}) {
		t.Errorf("nothing is known: %+v", got)
	}
	for text, useful := range map[string]float64{"how is the cache cleared?": 1, "where do the couriers wait?": .25} {
		q := NewQuestion(text, []float32{1, 0})
		for range 2 {
			if err := s.Observe(context.Background(), id, &q, useful); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := s.Tally(id)
	if got.Questions != 2 || math.Abs(got.Outcomes-4) > 1e-9 || math.Abs(got.Useful-.625) > 1e-9 || !got.Last.Equal(now) {
		t.Errorf("%+v", got)
	}
}
