package replicasuite

import (
	"fmt"
	"math"
	"testing"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// Scores are sums of some ten numbers, each rounded to float32 once or twice; similarities are exact up to the last bits.
const (
	scoreError      = 1e-4
	similarityError = 2e-6
)

// answers searches with and without the replica and compares the results.
func (l *library) answers(t *testing.T, name string, q *search.Question) *search.Ranking {
	t.Helper()
	got, want := l.ask(t, l.index, q), l.ask(t, l.plain, q)
	if err := nearly(got, want, len(want.Hits) < q.TopK); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return got
}

func (l *library) ask(t *testing.T, ix *search.Index, q *search.Question) *search.Ranking {
	t.Helper()
	out, err := ix.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// nearly returns an error if two rankings differ other than in hits with nearly equal scores; whole: the rankings were not cut.
func nearly(got, want *search.Ranking, whole bool) error {
	if got.Scanned != want.Scanned || len(got.Hits) != len(want.Hits) {
		return fmt.Errorf("%d hits of %d, want %d of %d", len(got.Hits), got.Scanned, len(want.Hits), want.Scanned)
	}
	known := map[store.ID]*search.Hit{}
	for i := range want.Hits {
		known[want.Hits[i].ID] = &want.Hits[i]
	}
	for i := range got.Hits {
		h, place := &got.Hits[i], &want.Hits[i]
		if math.Abs(h.Score-place.Score) > scoreError {
			return fmt.Errorf("hit %d is %v with %v, want %v with %v", i, h.ID, h.Score, place.ID, place.Score)
		}
		w := known[h.ID]
		if w == nil && (whole || math.Abs(h.Score-want.Hits[len(want.Hits)-1].Score) > scoreError) {
			return fmt.Errorf("hit %d, %v with %v, is not among those wanted", i, h.ID, h.Score)
		}
		if w == nil {
			continue
		}
		if math.Abs(h.Score-w.Score) > scoreError {
			return fmt.Errorf("%v scores %v, want %v", h.ID, h.Score, w.Score)
		}
		for v := range w.Similarity {
			if x, y := h.Similarity[v], w.Similarity[v]; math.IsNaN(x) != math.IsNaN(y) || math.Abs(x-y) > similarityError*max(1, math.Abs(y)) {
				return fmt.Errorf("%v: similarity %v in %v, want %v", h.ID, x, models.Space(v), y)
			}
		}
	}
	return nil
}

// identical returns an error if two rankings differ in any bit of their scores.
func identical(got, want []search.Hit) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d hits, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].ID != want[i].ID || got[i].Score != want[i].Score {
			return fmt.Errorf("hit %d is %v with %v, want %v with %v", i, got[i].ID, got[i].Score, want[i].ID, want[i].Score)
		}
	}
	return nil
}

// only returns weights for the given spaces.
func only(spaces ...models.Space) (w [models.Count]float64) {
	for _, v := range spaces {
		w[v] = 1
	}
	return w
}

// without returns the weights with some spaces set to 0.
func without(w [models.Count]float64, spaces models.Set) [models.Count]float64 {
	for _, v := range spaces.Spaces() {
		w[v] = 0
	}
	return w
}
