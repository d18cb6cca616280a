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

// Strays are the n live memories of least θ that pass a filter, the least first, ties by id, and how many there are with a θ at all. It reads one figure of every memory.
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
			at, _ := slices.BinarySearchFunc(least, a, compareAligned) // it is in order
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
