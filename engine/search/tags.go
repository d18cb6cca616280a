package search

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
