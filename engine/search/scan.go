package search

import (
	"context"
	"math/bits"

	"asterism/models"
)

// scan holds what a search knows about all rows of one snapshot: which of them pass its filter, and their scores in the
// sparse spaces.
type scan struct {
	state   *snapshot
	probe   *probe
	vectors VectorSource             // of the cold rows; nil: there are none
	allowed [][chunkRows / 64]uint64 // a chunk's rows that are live and pass the filter
	counts  []int                    // how many of each chunk
	total   int

	all, allInMemory int // how many rows passed in all indexes that are searched together, and how many of these need not be read from the store

	local         []int                   // the chunks that have such rows and that the processor searches, ascending
	localPosition []int32                 // the position of each chunk in local; −1: not in local
	sparse        [models.Count][]float32 // similarities in the sparse spaces, by row of these chunks; NaN: not allowed or absent
	sums          [models.Count][]Sums    // of these similarities, by chunk

	cover []float32 // each row's cover of the question's words, for rows that passed the filter, see words.go; nil: the question has no words

	precompared *table // local rows that were compared exactly to select candidates and are not compared again; nil: none

	searcher      Searcher        // of the other chunks with such rows; nil: there are none
	busy          <-chan struct{} // closed when the last call of the searcher has ended; nil: no call yet
	replicaSpaces models.Set      // the spaces in which the searcher compares
	query         *Query          // what its rows are compared with
}

// newScan filters the rows and scores those that pass in the sparse spaces of the probe. It splits the work by chunks
// over at most as many goroutines as there are processors, and checks ctx between chunks. m searches the chunks that it
// has; nil: none. counted are the index's counts of terms; nil: terms are not weighted by rarity. The scan must be
// released, also after an error.
func (ix *Index) newScan(ctx context.Context, m Replica, p *probe, f Filter, counted *[models.Count]frequencies) (*scan, error) {
	state, seen := ix.stateWithCounts(p, counted)
	n := len(state.chunks)
	s := &scan{state: state, probe: p, vectors: ix.vectors, allowed: make([][chunkRows / 64]uint64, n), counts: make([]int, n)}
	where, ok := f.resolve(state.names)
	if !ok {
		if counted != nil {
			if err := s.meetAbsent(ctx); err != nil {
				return s, err
			}
		}
		return s, ctx.Err()
	}
	if err := parallel(ctx, n, func(_ *scratch, c int) error { s.filter(c, &where); return nil }); err != nil {
		return s, err
	}
	for _, k := range s.counts {
		s.total += k
	}
	s.all = s.total
	if err := s.splitChunks(m); err != nil {
		return s, err
	}
	s.allInMemory = s.inMemory()
	if counted != nil {
		if err := s.weighByRarity(ctx, seen); err != nil {
			return s, err
		}
	}
	if err := s.buildQuery(); err != nil {
		return s, err
	}
	for _, v := range sparseSpaces {
		if p.terms[v] != nil {
			s.sparse[v], s.sums[v] = newScores(len(s.local)*chunkRows), make([]Sums, len(s.local))
		}
	}
	return s, parallel(ctx, len(s.local), func(_ *scratch, i int) error {
		for _, v := range sparseSpaces {
			if s.sparse[v] != nil {
				s.scoreTerms(i, v)
			}
		}
		return nil
	})
}

// filter marks the rows of a chunk that are live and pass. It reads one column to its end before the next, and the labels only of rows that have passed so far: with a
// million memories, reading takes most of the time.
func (s *scan) filter(c int, where *conditions) {
	k, n := s.state.chunks[c], s.state.rows(c)
	if n == 0 {
		return
	}
	rows := s.live(k, n)
	if where.timed {
		where.narrow(k, n, &rows)
	}
	if !where.passAll(k) {
		keep(&rows, func(r int) bool { return where.passOther(k, r) })
	}
	s.allowed[c] = rows
	for _, word := range rows {
		s.counts[c] += bits.OnesCount64(word)
	}
}

// live returns the first n rows of a chunk without the dead ones.
func (s *scan) live(k *chunk, n int) rowSet {
	rows := firstRows(n)
	if k.deaths.Load() > 0 {
		keep(&rows, func(r int) bool { return s.state.alive(&k.died[r]) })
	}
	return rows
}

// firstRows marks the first n rows of a chunk.
func firstRows(n int) (out [chunkRows / 64]uint64) {
	for i := range out {
		out[i] = 1<<min(max(n-64*i, 0), 64) - 1
	}
	return out
}

// allAllowed reports whether all rows of a chunk in this state passed the filter.
func (s *scan) allAllowed(c int) bool { return s.counts[c] == s.state.rows(c) }

// scoreTerms fills in the similarities of one local chunk in one sparse space.
func (s *scan) scoreTerms(i int, space models.Space) {
	c, out := s.local[i], (*[chunkRows]float32)(s.sparse[space][i*chunkRows:])
	k, n := s.state.chunks[c], s.state.rows(c)
	if col := k.terms[space].Load(); col != nil {
		col.dot(s.probe.terms[space], s.probe.likeness, n, out)
	}
	s.blankOthers(c, space, out[:])
	s.sums[space][i].add(out[:n], s.expected(space).mean)
}

// blankOthers sets all rows of a chunk to NaN except those that are allowed and have a value in the space.
func (s *scan) blankOthers(c int, space models.Space, out []float32) {
	k := s.state.chunks[c]
	if s.allAllowed(c) && !k.lack().Has(space) {
		blank(out[s.state.rows(c):])
		return
	}
	for r := range out {
		if s.allowed[c][r/64]>>(r%64)&1 == 0 || !k.present[r].Has(space) {
			out[r] = nan
		}
	}
}

// rows appends the allowed rows of a chunk.
func (s *scan) rows(to []int32, c int) []int32 {
	for i, word := range s.allowed[c] {
		for ; word != 0; word &= word - 1 {
			to = append(to, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return to
}

// allRows returns the rows that passed the filter, as numbers over all chunks.
func (s *scan) allRows() []int32 {
	out := make([]int32, 0, s.total)
	for c := range s.allowed {
		out = s.number(out, c)
	}
	return out
}

// number appends the allowed rows of a chunk as numbers over all chunks.
func (s *scan) number(to []int32, c int) []int32 {
	first := len(to)
	to = s.rows(to, c)
	for i := first; i < len(to); i++ {
		to[i] += int32(c * chunkRows)
	}
	return to
}

// blank fills out with NaN, which means "no similarity".
func blank(out []float32) {
	for r := range out {
		out[r] = nan
	}
}

// scratch is the memory of one goroutine of a search.
type scratch struct {
	pick    []int32
	first   [chunkRows]float32
	second  [chunkRows]float32
	sums    [chunkRows]float32
	weights [chunkRows]float32
	close   [chunkRows]bool
	whole   [chunkRows]int32
	next    []byte // the codes that will be read next, if any
}
