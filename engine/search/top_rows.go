package search

import (
	"cmp"
	"context"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// topRows are rows selected by their scores, ascending.
type topRows struct {
	rows   []int32
	scores []float32
}

// topRowsOf returns the n rows with the greatest scores, ties by id; all if there are fewer. row maps an index of
// scores to a row, in ascending order.
func topRowsOf(scores []float32, row func(int32) int32, n int, id func(row int32) store.ID) (c topRows) {
	for _, i := range TopK(scores, n, func(i int32) store.ID { return id(row(i)) }) {
		c.rows, c.scores = append(c.rows, row(i)), append(c.scores, scores[i])
	}
	return c
}

// merge returns the best n of both, which have no row in common.
func (c topRows) merge(o topRows, n int, id func(row int32) store.ID) topRows {
	if len(c.rows) == 0 {
		return o // each side selected at most n
	}
	if len(o.rows) == 0 {
		return c
	}
	rows, scores := slices.Concat(c.rows, o.rows), slices.Concat(c.scores, o.scores)
	positions := make([]int32, len(rows))
	for i := range positions {
		positions[i] = int32(i)
	}
	slices.SortFunc(positions, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), compareIDs(id(rows[a]), id(rows[b])))
	})
	positions = positions[:min(n, len(positions))]
	slices.SortFunc(positions, func(a, b int32) int { return cmp.Compare(rows[a], rows[b]) })
	var out topRows
	for _, i := range positions {
		out.rows, out.scores = append(out.rows, rows[i]), append(out.scores, scores[i])
	}
	return out
}

// replicaTopRows stores the rows that the replica selects among its own.
func replicaTopRows(ctx context.Context, searcher Searcher, a *Query, r *Scoring, most, refine int, out *topRows) (err error) {
	out.rows, out.scores, err = searcher.TopK(ctx, a, r, most, refine)
	return err
}

// newScoring returns the scales in the form that a replica takes.
func newScoring(weights *[models.Count]float64, scales *[models.Count]standard, least float64, deciding models.Set) *Scoring {
	r := &Scoring{Weights: *weights, Least: least, Deciding: deciding}
	for v, s := range scales {
		r.Means[v], r.Deviations[v] = s.mean, s.deviation
	}
	return r
}
