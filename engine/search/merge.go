package search

import (
	"bytes"
	"cmp"
	"slices"
)

// Merge puts the rankings of searches that were one together: the k best, equal scores by id.
func Merge(rankings []*Ranking, k int) *Ranking {
	out := &Ranking{}
	for _, r := range rankings {
		out.Hits = append(out.Hits, r.Hits...)
		out.Scanned += r.Scanned
		out.Near += r.Near
	}
	slices.SortFunc(out.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.ID[:], b.ID[:]))
	})
	out.Hits = out.Hits[:min(k, len(out.Hits))]
	return out
}
