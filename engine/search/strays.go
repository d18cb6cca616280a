package search

import (
	"cmp"
	"slices"

	"asterism/engine/store"
)

// Aligned is a memory and its θ, see [Theta].
type Aligned struct {
	ID    store.ID
	Theta float64
}

// Strays returns the n live memories of least θ that pass a filter, the least first, ties by id, and the number of memories that have a θ. It reads one number per
// memory.
func (ix *Index) Strays(f Filter, n int) (least []Aligned, measured int) {
	state := ix.state.Load()
	where, ok := f.resolve(state.names)
	if !ok {
		return nil, 0
	}
	for c, k := range state.chunks {
		for r := range state.rows(c) {
			if !state.alive(&k.died[r]) || !where.pass(k, r) {
				continue
			}
			theta := float64(k.theta(r))
			if theta != theta {
				continue
			}
			measured++
			a := Aligned{k.ids[r], theta}
			at, _ := slices.BinarySearchFunc(least, a, compareAligned) // still in order
			if at == n {
				continue
			}
			if len(least) == n {
				least = least[:n-1]
			}
			least = slices.Insert(least, at, a)
		}
	}
	return least, measured
}

func compareAligned(a, b Aligned) int {
	return cmp.Or(cmp.Compare(a.Theta, b.Theta), compareIDs(a.ID, b.ID))
}
