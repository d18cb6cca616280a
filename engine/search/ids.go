package search

import "asterism/engine/store"

// FindIDs are at most n live memories whose ids fit, in the order of the index. It reads all ids: a million take some
// tens of milliseconds.
func (ix *Index) FindIDs(n int, fits func(store.ID) bool) (out []store.ID) {
	s := ix.state.Load()
	for c, k := range s.chunks {
		for r := range s.rows(c) {
			if s.alive(&k.died[r]) && fits(k.ids[r]) {
				if out = append(out, k.ids[r]); len(out) == n {
					return out
				}
			}
		}
	}
	return out
}
