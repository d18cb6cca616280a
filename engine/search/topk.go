package search

import (
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/kernels"
)

// TopK returns the positions of the n greatest values, ascending; equal values are ordered by id. There are fewer if
// fewer values are above −∞. NaN is never selected. A replica's [Searcher.TopK] breaks ties in the same way.
func TopK(values []float32, n int, id func(position int32) store.ID) []int32 {
	positions := kernels.TopK(values, float32(math.Inf(-1)), n)
	if len(positions) > 0 && len(positions) == n {
		positions = breakTies(values, positions, id)
	}
	slices.Sort(positions)
	return positions
}

// breakTies replaces the positions that are tied for the last places by those with the lowest ids.
func breakTies(scores []float32, positions []int32, id func(int32) store.ID) []int32 {
	last := scores[positions[len(positions)-1]]
	better := len(positions)
	for better > 0 && scores[positions[better-1]] == last {
		better--
	}
	var tied []int32
	for i, v := range scores {
		if v == last {
			tied = append(tied, int32(i))
		}
	}
	return append(positions[:better], LowestIDs(tied, len(positions)-better, id)...)
}

// LowestIDs returns the n positions with the lowest ids, ascending by id; all if they are fewer. It reorders its
// argument. There may be a million equal scores where a few hundred are wanted: once n are known, most others cost one
// comparison each.
func LowestIDs(positions []int32, n int, id func(position int32) store.ID) []int32 {
	byID := func(a, b int32) int { return compareIDs(id(a), id(b)) }
	kept, known := positions[:0], false // known: the first n of kept are the lowest of those before, in order
	for _, p := range positions {
		if known && byID(p, kept[n-1]) > 0 {
			continue
		}
		if kept = append(kept, p); len(kept) == 2*n {
			slices.SortFunc(kept, byID)
			kept, known = kept[:n], true
		}
	}
	slices.SortFunc(kept, byID)
	return kept[:min(n, len(kept))]
}
