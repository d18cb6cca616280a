package search

import "asterism/models"

// termCounts are, for each sparse space, how many memories have each of a question's terms, in the order of its ids;
// nil: not known.
type termCounts [models.Count][]int32

// countReads is how often a search tries to read the counts of a snapshot before it counts the terms itself.
const countReads = 4

// stateWithCounts returns the newest snapshot, and the counts of the question's terms that belong to it. The writer
// changes counts in place, so they are read again if a write began or ended meanwhile. A writer that keeps writing is
// not waited for: the counts are nil then.
func (ix *Index) stateWithCounts(p *probe, counted *[models.Count]frequencies) (*snapshot, *termCounts) {
	if counted == nil {
		return ix.state.Load(), nil
	}
	for range countReads {
		before := ix.writes.Load()
		state, counts := ix.state.Load(), countsOf(p, counted)
		if before%2 == 0 && ix.writes.Load() == before {
			return state, counts
		}
	}
	return ix.state.Load(), nil
}

func countsOf(p *probe, counted *[models.Count]frequencies) *termCounts {
	out := &termCounts{}
	for _, v := range sparseSpaces {
		if q := p.terms[v]; q != nil {
			out[v] = make([]int32, len(q.ids))
			for i, id := range q.ids {
				out[v][i] = counted[v][id].Load()
			}
		}
	}
	return out
}
