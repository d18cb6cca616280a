package search

import (
	"math"
	"testing"
	"time"

	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// slowBonus is what Near adds, in the plainest words: all of it within the range, none from the fade on, in between in proportion.
func slowBonus(n Near, t time.Time) float64 {
	outside, fade := time.Duration(0), openFade
	if !n.From.IsZero() && t.Before(n.From) {
		outside = n.From.Sub(t)
	}
	if !n.To.IsZero() && !t.Before(n.To) {
		outside = t.Sub(n.To)
	}
	if !n.From.IsZero() && !n.To.IsZero() {
		fade = max(shortestFade, n.To.Sub(n.From))
	}
	return nearBonus * max(0, 1-float64(outside)/float64(fade))
}

// TestNearAddsToTheScores: nothing is left out, and a score is that of the same question without Near and what the memory's time adds.
func TestNearAddsToTheScores(t *testing.T) {
	ix, all := randomIndex(t, 5, 300, 0.1)
	day := 24 * time.Hour
	some := draw.Epoch.Add(-200 * day)
	for name, near := range map[string]Near{
		"a day": {some, some.Add(day)}, "a quarter": {some, some.Add(90 * day)}, "since": {From: some}, "until": {To: some},
		"far in the past": {time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1801, 1, 1, 0, 0, 0, 0, time.UTC)}, "none": {},
	} {
		q := randomQuestion(6)
		q.TopK, q.Exact = len(all), true
		q.Weights[models.LateInteraction] = 0 // its share depends on which rows are compared token by token
		want := map[store.ID]float64{}
		for _, h := range mustSearch(t, ix, q).Hits {
			want[h.ID] = h.Score
		}
		q.Near = near
		got, of := mustSearch(t, ix, q), 0
		if len(got.Hits) != len(want) {
			t.Errorf("%s: %d hits, %d without a preferred time", name, len(got.Hits), len(want))
		}
		for _, h := range got.Hits {
			bonus := 0.
			if m := all[h.ID]; near.Is() && !m.Time.IsZero() {
				bonus = slowBonus(near, m.Time)
			}
			if math.Abs(h.Near-bonus) > 1e-3 || math.Abs(h.Score-want[h.ID]-bonus) > 1e-3 {
				t.Errorf("%s: %v of %v has %v with a bonus of %v, want %v and %v", name, h.ID, all[h.ID].Time, h.Score, h.Near, want[h.ID]+bonus, bonus)
			}
		}
		for _, m := range all {
			if near.Is() && passes(Filter{After: near.From, Before: near.To}, m) {
				of++
			}
		}
		if got.Near != of {
			t.Errorf("%s: %d memories of that time, want %d", name, got.Near, of)
		}
	}
}

// TestNearChoosesCandidates: the estimates that choose what is compared exactly know of the preferred time as well.
func TestNearChoosesCandidates(t *testing.T) {
	ix, _ := randomIndex(t, 7, 2000, 0.1)
	ix.sizes = Sizes{Few: 100, Candidates: 64}
	q := randomQuestion(8)
	q.TopK, q.Weights[models.LateInteraction] = 20, 0
	q.Near = Near{draw.Epoch.Add(-30 * 24 * time.Hour), draw.Epoch.Add(-20 * 24 * time.Hour)}
	count := func() (n int) {
		for _, h := range mustSearch(t, ix, q).Hits {
			if h.Near == nearBonus {
				n++
			}
		}
		return n
	}
	rough := count()
	q.Exact = true
	if exact := count(); exact < 5 || rough < exact*3/4 {
		t.Errorf("%d of the best 20 are of the preferred time, %d where all are compared", rough, exact)
	}
}
