package search

import (
	"math"
	"testing"
	"time"

	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/engine/temporal"
	"asterism/models"
)

// slowBonus computes the bonus of Near simply: all of it within the range, none from the fade on, in between in proportion.
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

// TestNearAddsToTheScores: no memory is left out, and a score is that of the same question without Near plus the bonus for the memory's time.
func TestNearAddsToTheScores(t *testing.T) {
	ix, all := randomIndex(t, 5, 300, 0.1)
	day := 24 * time.Hour
	some := draw.Epoch.Add(-200 * day)
	for name, near := range map[string]Near{
		"a day": {From: some, To: some.Add(day)}, "a quarter": {From: some, To: some.Add(90 * day)}, "since": {From: some}, "until": {To: some},
		"far in the past": {From: time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC), To: time.Date(1801, 1, 1, 0, 0, 0, 0, time.UTC)}, "none": {},
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

// TestNearChoosesCandidates: the estimates that select candidates include the bonus for the preferred time.
func TestNearChoosesCandidates(t *testing.T) {
	ix, _ := randomIndex(t, 7, 2000, 0.1)
	ix.sizes = Sizes{Few: 100, Candidates: 64}
	q := randomQuestion(8)
	q.TopK, q.Weights[models.LateInteraction] = 20, 0
	q.Near = Near{From: draw.Epoch.Add(-30 * 24 * time.Hour), To: draw.Epoch.Add(-20 * 24 * time.Hour)}
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

// TestNearReadsTimesThatATextNames: days in a text gain as much as a timestamp on them; the nearest counts; a span that is longer than the range gains in proportion.
func TestNearReadsTimesThatATextNames(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 3, d, 0, 0, 0, 0, time.UTC) }
	span := func(from, to int) temporal.Days {
		return temporal.Days{From: temporal.DayOf(day(from)), To: temporal.DayOf(day(to))}
	}
	for name, c := range map[string]struct {
		near  Near
		named []temporal.Days
		gain  float64
		of    bool
	}{
		"the day":            {Near{From: day(12), To: day(13)}, []temporal.Days{span(12, 12)}, nearBonus, true},
		"a day after":        {Near{From: day(12), To: day(13)}, []temporal.Days{span(13, 13)}, nearBonus * 2. / 3, false},
		"far":                {Near{From: day(12), To: day(13)}, []temporal.Days{span(20, 20)}, 0, false},
		"the nearest":        {Near{From: day(12), To: day(13)}, []temporal.Days{span(1, 1), span(14, 14), span(30, 30)}, nearBonus / 3., false},
		"within a month":     {Near{From: day(1), To: day(32)}, []temporal.Days{span(3, 4)}, nearBonus, true},
		"a month for a day":  {Near{From: day(12), To: day(13)}, []temporal.Days{span(1, 30)}, nearBonus * 3. / 30, false},
		"before":             {Near{To: day(12)}, []temporal.Days{span(11, 11)}, nearBonus, true},
		"the day alone":      {Near{From: day(12), To: day(13), Alone: true}, []temporal.Days{span(12, 12)}, aloneBonus, true},
		"since":              {Near{From: day(12)}, []temporal.Days{span(1, 300)}, nearBonus, true},
		"one of two days":    {Near{From: day(3), To: day(31), Parts: []Part{{day(3), day(4)}, {day(30), day(31)}}}, []temporal.Days{span(30, 30)}, nearBonus, true},
		"between two days":   {Near{From: day(3), To: day(31), Parts: []Part{{day(3), day(4)}, {day(30), day(31)}}}, []temporal.Days{span(16, 16)}, 0, false},
		"near one of two":    {Near{From: day(3), To: day(31), Alone: true, Parts: []Part{{day(3), day(4)}, {day(30), day(31)}}}, []temporal.Days{span(4, 4)}, aloneBonus * 2. / 3, false},
		"nothing":            {Near{From: day(12), To: day(13)}, nil, 0, false},
		"in another zone":    {Near{From: day(12).In(time.FixedZone("", 3600)), To: day(13).In(time.FixedZone("", 3600))}, []temporal.Days{span(12, 12)}, nearBonus, true},
		"of a zone far east": {Near{From: time.Date(2026, 3, 12, 0, 0, 0, 0, time.FixedZone("", 14*3600)), To: time.Date(2026, 3, 13, 0, 0, 0, 0, time.FixedZone("", 14*3600))}, []temporal.Days{span(12, 12)}, nearBonus, true},
	} {
		k, n := &chunk{}, c.near.prepare()
		k.namedDays[7] = c.named
		if got := float64(n.of(k, 7)); math.Abs(got-c.gain) > 1e-6 || n.isOf(k, 7) != c.of {
			t.Errorf("%s: gains %v and is of the time: %v, want %v and %v", name, got, n.isOf(k, 7), c.gain, c.of)
		}
		to := &chunk{}
		to.copyRow(3, k, 7, &[termColumns]*termLists{})
		if got := float64(n.of(to, 3)); math.Abs(got-c.gain) > 1e-6 {
			t.Errorf("%s: gains %v after it was moved", name, got)
		}
	}
}
