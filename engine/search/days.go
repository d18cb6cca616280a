package search

import "time"

// Days counts the live memories that pass a filter by the day of their time, each a number of days since 1970 in UTC. One without a time is in none. It reads the labels
// and the time of every memory, none of their vectors and nothing of the store.
func (ix *Index) Days(f Filter) map[int64]int {
	state := ix.state.Load()
	where, ok := f.resolve(state.names)
	if !ok {
		return nil
	}
	const day = int64(24 * time.Hour)
	counts := map[int64]int{}
	for c, k := range state.chunks {
		for r := range state.rows(c) {
			if state.alive(&k.died[r]) && k.present[r].Has(anyTime) && where.pass(k, r) {
				at := k.times[r] / day
				if k.times[r]%day < 0 { // before 1970 a division leads to the day after
					at--
				}
				counts[at]++
			}
		}
	}
	return counts
}
