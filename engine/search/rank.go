package search

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// ranks tells at which place each of the rows stands in every space that was scored: 1 + the number of strictly better rows,
// so that equal similarities share a rank; 0 where it is not above [floor].
func (s *scan) ranks(ctx context.Context, rows []int32) ([][models.Count]int, error) {
	out := make([][models.Count]int, len(rows))
	spaces := s.probe.spaces.Spaces()
	err := parallel(ctx, len(spaces), func(_ *workspace, i int) {
		v := spaces[i]
		if s.scores[v] == nil {
			return
		}
		for k, n := range better(s.scores[v], rows) {
			if s.scores[v][rows[k]] > floor {
				out[k][v] = n + 1
			}
		}
	})
	return out, err
}

// better counts for each of the rows how many values are greater than its own, in one pass.
func better(scores []float32, rows []int32) []int {
	order := make([]int, 0, len(rows)) // of rows, from the smallest value up
	for k, row := range rows {
		if scores[row] == scores[row] {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[rows[a]], scores[rows[b]]) })
	passed := make([]int, len(order)+1) // passed[i]: values that are greater than exactly the first i of order
	for _, x := range scores {
		if len(order) == 0 || !(x > scores[rows[order[0]]]) {
			continue
		}
		i, _ := slices.BinarySearchFunc(order, x, func(k int, x float32) int { return cmp.Compare(scores[rows[k]], x) })
		passed[i]++
	}
	out, sum := make([]int, len(rows)), 0
	for i := len(order) - 1; i >= 0; i-- {
		sum += passed[i+1]
		out[order[i]] = sum
	}
	return out
}

// settleCut replaces the rows tied for the last places by those of lowest id.
func settleCut(scores []float32, rows []int32, id func(int32) store.ID) []int32 {
	last := scores[rows[len(rows)-1]]
	better := len(rows)
	for better > 0 && scores[rows[better-1]] == last {
		better--
	}
	var tied []int32
	for r, v := range scores {
		if v == last {
			tied = append(tied, int32(r))
		}
	}
	if len(tied) > len(rows)-better {
		slices.SortFunc(tied, func(a, b int32) int { return compareIDs(id(a), id(b)) })
		copy(rows[better:], tied)
	}
	return rows
}

func compareIDs(a, b store.ID) int { return bytes.Compare(a[:], b[:]) }

// id is the id of a row.
func (s *snapshot) id(row int32) store.ID { return s.chunks[row/chunkRows].ids[row%chunkRows] }

// present is the set of spaces in which a row has a value.
func (s *snapshot) present(row int32) models.Set {
	return s.chunks[row/chunkRows].present[row%chunkRows]
}

// similarity is a row's similarity in a space; NaN where there is none.
func (s *scan) similarity(space models.Space, row int32) float64 {
	if s.scores[space] == nil {
		return math.NaN()
	}
	return float64(s.scores[space][row])
}
