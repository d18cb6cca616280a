package search

import (
	"context"
	"slices"

	"asterism/models"
)

// compareOnReplica starts comparing the replica's rows of the table, in the spaces in which the replica can, and
// returns a function that waits for the result.
func (t *table) compareOnReplica(ctx context.Context, spaces models.Set) (wait func() error) {
	done := func() error { return nil }
	if spaces &= t.replicaSpaces; t.searcher == nil || spaces == 0 {
		return done
	}
	positions := t.replicaPositions(t.positions())
	if len(positions) == 0 {
		return done
	}
	return t.startOnReplica(func(searcher Searcher) error {
		if len(positions) == len(t.rows) {
			return searcher.Compare(ctx, t.query, t.rows, spaces, &t.scores)
		}
		var out [models.Count][]float32
		for _, v := range spaces.Spaces() {
			out[v] = newScores(len(positions))
			defer recycle(out[v])
		}
		if err := searcher.Compare(ctx, t.query, t.rowsAt(positions), spaces, &out); err != nil {
			return err
		}
		for _, v := range spaces.Spaces() {
			for i, position := range positions {
				t.scores[v][position] = out[v][i]
			}
		}
		return nil
	})
}

// tokensOnReplica starts comparing the rows at the given positions token by token on the replica, which must have
// all of them, and returns a function that waits for the result.
func (t *table) tokensOnReplica(ctx context.Context, query []float32, positions []int32, scores []float32) (wait func() error) {
	if len(positions) == 0 {
		return func() error { return nil }
	}
	slices.Sort(positions)
	return t.startOnReplica(func(searcher Searcher) error {
		out := newScores(len(positions))
		defer recycle(out)
		if err := searcher.CompareTokens(ctx, query, t.rowsAt(positions), out); err != nil {
			return err
		}
		for i, position := range positions {
			scores[position] = out[i]
		}
		return nil
	})
}

// replicaPositions returns the positions whose rows are on the replica.
func (t *table) replicaPositions(positions []int32) (out []int32) {
	for _, position := range positions {
		if t.onReplica(int(t.rows[position]) / chunkRows) {
			out = append(out, position)
		}
	}
	return out
}

func (t *table) rowsAt(positions []int32) []int32 {
	out := make([]int32, len(positions))
	for i, position := range positions {
		out[i] = t.rows[position]
	}
	return out
}
