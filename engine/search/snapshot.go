package search

import (
	"sync/atomic"

	"asterism/models"
)

// snapshot is one state of the index. It never changes after it was published. Its chunks do change, but only in rows
// that it does not contain.
type snapshot struct {
	chunks   []*chunk // nil: an empty slot
	tail     int      // the chunk being filled; -1: none yet
	tailRows int      // rows of the tail; every other chunk is full
	epoch    uint64   // a row is dead in this state if it died at this epoch or before
	live     int
	names    *dictionary
	full     []uint64 // the numbers of the full chunks, slot by slot, for the replica; 0: none; a new slice after every change
}

// next returns a copy of s to be changed and published as its successor.
func (s *snapshot) next() *snapshot {
	n := *s
	n.epoch++
	return &n
}

// numberChunks lists the full chunks again.
func (s *snapshot) numberChunks() {
	s.full = make([]uint64, len(s.chunks))
	for slot, c := range s.chunks {
		if c != nil && slot != s.tail {
			s.full[slot] = c.number
		}
	}
}

// rows is the number of rows of a chunk in this snapshot, including dead ones.
func (s *snapshot) rows(chunk int) int {
	switch {
	case s.chunks[chunk] == nil:
		return 0
	case chunk == s.tail:
		return s.tailRows
	}
	return chunkRows
}

// alive reports whether a row that died at the given epoch (0: not at all) is alive in this state.
func (s *snapshot) alive(died *atomic.Uint64) bool {
	d := died.Load()
	return d == 0 || d > s.epoch
}

// bytes returns the memory that the columns take, including unused capacity.
func (s *snapshot) bytes() int64 {
	sum := s.names.bytes()
	for _, c := range s.chunks {
		if c != nil {
			sum += c.bytes()
		}
	}
	return sum
}

// termCounts holds, for each sparse space, how many memories have each of a question's terms, in the order of its
// ids; nil: not known.
type termCounts [models.Count][]int32

// countReads is how often a search tries to read the counts of a snapshot before it counts the terms itself.
const countReads = 4

// stateWithCounts returns the newest snapshot and its counts of the question's terms. The writer changes counts in
// place, so they are read again if a write began or ended meanwhile. The function does not wait for a writer that
// keeps writing: the counts are then nil.
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
