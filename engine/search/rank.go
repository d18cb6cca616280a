package search

import (
	"bytes"
	"context"
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// depth is how many memories a space ranks. It does not depend on how many are asked for, so that the first k hits are the
// same whatever topK is.
const depth = 1000

// floor is the similarity that must be exceeded to be ranked: none at all. E9 has no floor of its own, though unrelated texts
// are alike by about .29 there: a misspelt word is hardly more like the sentence it stands in, and a floor would lose it.
const floor = 0

// ranked is a space's list: rows, best first.
type ranked struct {
	rows  []int32
	ranks []int32 // 1 + the number of strictly better rows: equal similarities share a rank
}

// rankings makes the list of every space that was scored.
func (s *scan) rankings(ctx context.Context) ([models.Count]ranked, error) {
	var out [models.Count]ranked
	spaces := s.probe.spaces.Spaces()
	err := parallel(ctx, len(spaces), func(_ *workspace, i int) {
		v := spaces[i]
		out[v] = rank(s.scores[v], floor, depth, s.state.id)
	})
	return out, err
}

// rank lists the n best rows above floor. Of equal similarities at the cut the lower ids come in, so that the list does
// not depend on the order in which memories were added.
func rank(scores []float32, floor float32, n int, id func(row int32) store.ID) ranked {
	rows := kernels.TopK(scores, floor, n)
	if len(rows) == n {
		rows = settleCut(scores, rows, id)
	}
	l := ranked{rows: rows, ranks: make([]int32, len(rows))}
	for i := range rows {
		l.ranks[i] = int32(i + 1)
		if i > 0 && scores[rows[i]] == scores[rows[i-1]] {
			l.ranks[i] = l.ranks[i-1]
		}
	}
	return l
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
