package search

import (
	"sync"

	"asterism/models"
)

// The large arrays of a scan are kept for the next one: at 100,000 memories they are 5 MB a search.
var (
	scorePool sync.Pool // of *[]float32, holding anything
	tablePool = sync.Pool{New: func() any { return new(termTable) }}
)

// newScores returns room for n similarities, holding anything.
func newScores(n int) []float32 {
	if v, _ := scorePool.Get().(*[]float32); v != nil && cap(*v) >= n {
		return (*v)[:n]
	}
	return make([]float32, n)
}

// release gives the arrays back. The scan is of no use after it.
func (s *scan) release() {
	for i := range s.scores {
		if v := s.scores[i]; v != nil {
			scorePool.Put(&v)
			s.scores[i] = nil
		}
	}
	for i, t := range s.probe.terms {
		if t == nil {
			continue
		}
		for _, v := range s.probe.values[models.Space(i)].Terms {
			t[v.ID] = 0
		}
		tablePool.Put(t)
		s.probe.terms[i] = nil
	}
}
