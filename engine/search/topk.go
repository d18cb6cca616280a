package search

import (
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/kernels"
)

// Greatest are the places of the n greatest values, ascending, those of equal ones by id; fewer where fewer are above −∞. NaN is never among them. A mirror's [Look.Best] settles equal scores by it, as
// a search does.
func TopK(values []float32, n int, id func(position int32) store.ID) []int32 {
	positions := kernels.TopK(values, float32(math.Inf(-1)), n)
	if len(positions) > 0 && len(positions) == n {
		positions = breakTies(values, positions, id)
	}
	slices.Sort(positions)
	return positions
}

// settleCut replaces the places tied for the last ones by those of lowest id.
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

// Lowest are the n of the places with the lowest ids, ascending by id; all when they are fewer. It reorders what it is given. A million equal scores are not unheard of, where a few hundred are wanted:
// once n are known, most of the others are passed over at one comparison each.
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
