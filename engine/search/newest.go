package search

import (
	"slices"
	"time"

	"asterism/engine/store"
)

// Newest returns the n newest live memories that pass a filter, which names a namespace, in the order of a reversed [store.Range]. It starts strictly after the cursor;
// nil: at the newest. It reads the labels of every memory and nothing of the store, so that few memories among many are found quickly. ok is false if one of them has no
// time: then only the store knows the order.
func (ix *Index) Newest(f Filter, behind *store.Cursor, n int) (ids []store.ID, ok bool) {
	state := ix.state.Load()
	where, known := f.resolve(state.names)
	if !known {
		return nil, true
	}
	var found []store.Cursor
	cut := func() {
		slices.SortFunc(found, func(a, b store.Cursor) int { return a.Compare(b, true) })
		found = found[:min(n, len(found))]
	}
	for c, k := range state.chunks {
		for r := range state.rows(c) {
			if !state.alive(&k.died[r]) || !where.pass(k, r) {
				continue
			}
			if !k.present[r].Has(anyTime) {
				return nil, false
			}
			at := store.Cursor{Namespace: f.Namespace, Time: time.Unix(0, k.times[r]).UTC(), ID: k.ids[r]}
			if behind != nil && behind.Compare(at, true) >= 0 {
				continue
			}
			if found = append(found, at); len(found) >= 4*n+chunkRows {
				cut()
			}
		}
	}
	cut()
	for _, at := range found {
		ids = append(ids, at.ID)
	}
	return ids, true
}
