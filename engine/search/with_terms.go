package search

import (
	"cmp"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// WithTerms lists the shortest memories that pass a filter and have all of the terms in a sparse space, at most n. It reads the index's posting lists, so it needs no extra storage. terms
// are ids without repeats.
func (ix *Index) WithTerms(space models.Space, terms []uint16, among Filter, n int) []store.ID {
	type found struct {
		id     store.ID
		length uint32
	}
	state := ix.state.Load()
	where, ok := among.resolve(state.names)
	if !ok || len(terms) == 0 {
		return nil
	}
	var all []found
	for c, k := range state.chunks {
		rows := state.rows(c)
		if rows == 0 {
			continue
		}
		col := k.terms[space].Load()
		if col == nil {
			continue
		}
		for _, r := range col.rowsWithTerms(terms, rows) {
			if state.alive(&k.died[r]) && where.pass(k, r) {
				all = append(all, found{k.ids[r], k.lengths[r]})
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(a.length, b.length), compareIDs(a.id, b.id)) })
	out := make([]store.ID, min(n, len(all)))
	for i := range out {
		out[i] = all[i].id
	}
	return out
}

// rowsWithTerms lists those of the first n rows that have all of the terms, ascending.
func (c *termColumn) rowsWithTerms(terms []uint16, n int) (out []int) {
	l, p := c.content()
	if p == nil {
		for r := range n {
			have := 0
			for _, id := range l.ids[c.starts[r]:c.starts[r+1]] {
				if slices.Contains(terms, id) {
					have++
				}
			}
			if have == len(terms) {
				out = append(out, r)
			}
		}
		return out
	}
	var have [chunkRows]uint16
	for i, id := range terms {
		list := p.of(id)
		if len(list) == 0 {
			return nil
		}
		for _, word := range list {
			if r := posting(word).row(); int(have[r]) == i { // it has all terms before this one
				have[r]++
			}
		}
	}
	for r := range n {
		if int(have[r]) == len(terms) {
			out = append(out, r)
		}
	}
	return out
}
