package search

import (
	"time"

	"asterism/engine/store"
)

// Single passes over ids, labels or times, without vectors.

// FindIDs returns at most n live memories whose ids fit, in the order of the index. It reads all ids: a million take
// some tens of milliseconds.
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

// Tags counts the tags of a namespace's live memories; of all namespaces for "". It reads the labels of every memory: some milliseconds for a million.
func (ix *Index) Tags(namespace string) map[string]int {
	state := ix.state.Load()
	where, ok := Filter{Namespace: namespace}.resolve(state.names)
	if !ok {
		return nil
	}
	counts := map[uint32]int{}
	for c, k := range state.chunks {
		for r := range state.rows(c) {
			if state.alive(&k.died[r]) && where.pass(k, r) {
				for _, tag := range k.labels[r].tags {
					counts[tag]++
				}
			}
		}
	}
	return state.names.named(counts)
}

// Days counts the live memories that pass a filter by the day of their time, as the number of days since 1970 in a zone. A memory without a time is not counted. Days reads
// the labels and the time of every memory, and neither vectors nor the store.
func (ix *Index) Days(f Filter, zone *time.Location) map[int64]int {
	state := ix.state.Load()
	where, ok := f.resolve(state.names)
	if !ok {
		return nil
	}
	const day = int64(24 * time.Hour / time.Second)
	counts := map[int64]int{}
	for c, k := range state.chunks {
		for r := range state.rows(c) {
			if state.alive(&k.died[r]) && k.present[r].Has(anyTime) && where.pass(k, r) {
				t := time.Unix(0, k.times[r])
				s := t.Unix()
				if zone != time.UTC {
					_, east := t.In(zone).Zone()
					s += int64(east)
				}
				at := s / day
				if s%day < 0 { // before 1970 the division rounds up to the next day
					at--
				}
				counts[at]++
			}
		}
	}
	return counts
}
