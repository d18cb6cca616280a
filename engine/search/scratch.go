package search

import "sync"

// The large arrays of a search are reused by the next one: at a million memories they are megabytes each.
var (
	scorePool sync.Pool // of *[]float32, with any content
	queryPool = sync.Pool{New: func() any { return new(termQuery) }}
)

// newScores returns an array of n similarities, with any content.
func newScores(n int) []float32 {
	if v, _ := scorePool.Get().(*[]float32); v != nil && cap(*v) >= n {
		return (*v)[:n]
	}
	return make([]float32, n)
}

// recycle returns arrays to the pool; nil ones are ignored.
func recycle(arrays ...[]float32) {
	for _, v := range arrays {
		if v != nil {
			scorePool.Put(&v)
		}
	}
}

// release returns a scan's arrays to the pool and closes its searcher. The scan must not be used
// afterwards.
func (s *scan) release() {
	if s.searcher != nil {
		if s.busy != nil {
			<-s.busy // a search that ended with an internal fault did not wait
		}
		s.searcher.Close()
		s.searcher = nil
	}
	if s.precompared != nil {
		s.precompared.recycle()
		s.precompared = nil
	}
	recycle(s.sparse[:]...)
	clear(s.sparse[:])
	recycle(s.cover)
	s.cover = nil
	s.probe.words.recycle()
	s.probe.words = nil
	for i, q := range s.probe.terms {
		q.recycle()
		s.probe.terms[i] = nil
	}
}

// recycle returns a query to the pool; nil is ignored.
func (q *termQuery) recycle() {
	if q != nil {
		q.clear()
		queryPool.Put(q)
	}
}
