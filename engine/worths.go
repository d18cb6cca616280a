package engine

import (
	"bytes"
	"cmp"
	"slices"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/worth"
	"asterism/models"
)

const (
	// worthBonus is what the best worth adds to a hit's score, and the worst takes away, in standard deviations.
	worthBonus = 1.5
	// worthShare bounds what a worth adds by the hit's own score, so that what does not match the question is not lifted above what does.
	worthShare = .5
	// worthDepth is how many of the best hits it moves.
	worthDepth = 100
)

// asWorth is the question as it is known again; nil where it has no value in E1, or is an image.
func (a *asked) asWorth() *worth.Question {
	v := a.search.Values[models.Semantic].Dense
	if len(v) == 0 || a.image != nil {
		return nil
	}
	q := worth.NewQuestion(a.question.Text, v)
	return &q
}

// worthTo is what memories were worth to this question before, and asks for as many hits as it moves.
func (s *searcher) worthTo(a *asked) map[store.ID]float64 {
	q := a.asWorth()
	if q == nil {
		return nil
	}
	out := s.worth.Of(q)
	if len(out) > 0 {
		a.search.TopK = max(a.search.TopK, worthDepth)
	}
	return out
}

// weighWorth adds to the scores of the best hits what their memories were worth to this question before, and orders them anew.
func (a *asked) weighWorth(r *search.Ranking, worth map[store.ID]float64) {
	if len(worth) == 0 {
		return
	}
	a.worth = map[store.ID]float64{}
	first := r.Hits[:min(worthDepth, len(r.Hits))]
	for i := range first {
		h := &first[i]
		if w := worth[h.ID]; w != 0 {
			gain := min(worthBonus*w, max(0, worthShare*h.Score))
			a.worth[h.ID] = gain
			h.Score += gain
		}
	}
	slices.SortStableFunc(first, func(x, y search.Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), bytes.Compare(x.ID[:], y.ID[:]))
	})
}
