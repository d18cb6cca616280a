package search

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// rank computes the rank of each hit in every space: 1 + the number of strictly better rows, so that equal similarities
// share a rank; 0 where it is not above [floor]. It compares all rows that passed the filter; in E12 only those whose
// tokens were compared.
func (f *fusion) rank(ctx context.Context, positions []int32, hits []Hit) error {
	all := f.table
	if len(f.rows) < f.total {
		var err error
		if all, err = f.exact(ctx, f.allRows(), f.probe.spaces); err != nil {
			return err
		}
		defer all.recycle()
	}
	spaces := f.probe.spaces.Spaces()
	return parallel(ctx, len(spaces), func(_ *scratch, i int) error {
		v := spaces[i]
		values := all.scores[v]
		if values == nil {
			values = f.table.scores[v]
		}
		mine := make([]float32, len(positions))
		for k, position := range positions {
			mine[k] = nan
			if f.table.scores[v] != nil {
				mine[k] = f.table.scores[v][position]
			}
		}
		for k, n := range better(values, mine) {
			if mine[k] > floor {
				hits[k].Rank[v] = n + 1
			}
		}
		return nil
	})
}

// better counts for each of mine how many values are greater, in one pass.
func better(values, mine []float32) []int {
	order := make([]int, 0, len(mine)) // indexes into mine, from the smallest value up
	for k, x := range mine {
		if x == x {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(mine[a], mine[b]) })
	passed := make([]int, len(order)+1) // passed[i]: number of values that are greater than exactly the first i of order
	for _, x := range values {
		if len(order) == 0 || !(x > mine[order[0]]) {
			continue
		}
		i, _ := slices.BinarySearchFunc(order, x, func(k int, x float32) int { return cmp.Compare(mine[k], x) })
		passed[i]++
	}
	out, sum := make([]int, len(mine)), 0
	for i := len(order) - 1; i >= 0; i-- {
		sum += passed[i+1]
		out[order[i]] = sum
	}
	return out
}

func compareIDs(a, b store.ID) int { return bytes.Compare(a[:], b[:]) }

// id returns the id of a row.
func (s *snapshot) id(row int32) store.ID { return s.chunks[row/chunkRows].ids[row%chunkRows] }

// present is the set of spaces in which a row has a value.
func (s *snapshot) present(row int32) models.Set {
	return s.chunks[row/chunkRows].present[row%chunkRows]
}
