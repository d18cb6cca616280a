package search

import "asterism/engine/store"

// Beside tells which memories were told up to n before or after one of some others in its session or document, and how many places away the nearest of these is, from 1 on.
func (ix *Index) Beside(ids []store.ID, n int) map[store.ID]int {
	ix.mu.Lock()
	state, rows := ix.state.Load(), make([]rowAddress, 0, len(ids))
	for _, id := range ids {
		if at, live := ix.where[id]; live {
			rows = append(rows, at)
		}
	}
	ix.mu.Unlock()
	seen := func(m *member) bool {
		slot, r := int(m.row)/chunkRows, int(m.row)%chunkRows
		return slot < len(state.chunks) && r < state.rows(slot) && state.alive(&state.chunks[slot].died[r]) && state.chunks[slot].ids[r] == m.id
	}
	out := map[store.ID]int{}
	for _, at := range rows {
		s := state.chunks[at.chunk].sequences[at.row]
		if s == nil {
			continue
		}
		m := state.chunks[at.chunk].member(at.chunk, at.row)
		for _, step := range []int{-1, 1} {
			for i, row := range s.around(nil, m, n, step, seen) {
				if id := state.id(row); out[id] == 0 || i+1 < out[id] {
					out[id] = i + 1
				}
			}
		}
	}
	return out
}
