package search

import (
	"math"
	"slices"

	"asterism/engine/store"
	"asterism/kernels"
)

// Greatest are the places of the n greatest values, ascending, those of equal ones by id; fewer where fewer are above −∞. NaN is never among them. A mirror's [Look.Best] settles equal scores by it, as
// a search does.
func Greatest(values []float32, n int, id func(place int32) store.ID) []int32 {
	places := kernels.TopK(values, float32(math.Inf(-1)), n)
	if len(places) > 0 && len(places) == n {
		places = settleCut(values, places, id)
	}
	slices.Sort(places)
	return places
}

// settleCut replaces the places tied for the last ones by those of lowest id.
func settleCut(scores []float32, places []int32, id func(int32) store.ID) []int32 {
	last := scores[places[len(places)-1]]
	better := len(places)
	for better > 0 && scores[places[better-1]] == last {
		better--
	}
	var tied []int32
	for i, v := range scores {
		if v == last {
			tied = append(tied, int32(i))
		}
	}
	return append(places[:better], Lowest(tied, len(places)-better, id)...)
}

// Lowest are the n of the places with the lowest ids, ascending by id; all when they are fewer. It reorders what it is given. A million equal scores are not unheard of, where a few hundred are wanted:
// once n are known, most of the others are passed over at one comparison each.
func Lowest(places []int32, n int, id func(place int32) store.ID) []int32 {
	byID := func(a, b int32) int { return compareIDs(id(a), id(b)) }
	kept, known := places[:0], false // known: the first n of kept are the lowest of those before, in order
	for _, p := range places {
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
