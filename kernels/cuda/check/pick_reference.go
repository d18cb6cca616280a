package check

import (
	"cmp"
	"slices"
)

// ReferencePick returns the ids of the terms that are kept of one text's scores: those above 0, at most the `most` greatest, of equal ones the lower ids; rising.
func ReferencePick(scores []float32, most int) []int32 {
	var ids []int32
	for i, v := range scores {
		if v > 0 {
			ids = append(ids, int32(i))
		}
	}
	slices.SortStableFunc(ids, func(a, b int32) int { return cmp.Compare(scores[b], scores[a]) })
	ids = ids[:min(len(ids), most)]
	slices.Sort(ids)
	return ids
}
