package replicasuite

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"asterism/engine/search"
	"asterism/engine/store"
)

func (s *suite) manyAtATime(t *testing.T) {
	l := s.newLibrary(t, s.Open)
	want := make([][]search.Hit, len(l.drawn))
	for i, q := range l.drawn {
		want[i] = l.ask(t, l.index, q).Hits
	}
	var wg sync.WaitGroup
	for i, q := range slices.Concat(l.drawn, l.drawn) {
		wg.Go(func() {
			got, err := l.index.Search(t.Context(), q)
			if err == nil {
				err = identical(got.Hits, want[i%len(want)])
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	kept(t, l)
}

// goAway: a chunk is dropped while a search is blocked in the middle. The search continues with the rows that
// it saw.
func (s *suite) goAway(t *testing.T) {
	l := s.newLibrary(t, s.Open)
	want := l.ask(t, l.index, l.drawn[0])
	gone := 0
	l.spy.before = func() {
		l.spy.before = nil
		for _, m := range l.memories[:chunkRows] {
			if gone < chunkRows/2 {
				gone++
				l.remove(m.ID)
			}
		}
		s.Settle(t, l.replica)
		for range chunkRows + 100 { // the chunk that takes its place must not be seen either
			l.add(t, l.next())
		}
	}
	got := l.ask(t, l.index, l.drawn[0])
	if err := identical(got.Hits, want.Hits); err != nil || gone == 0 {
		t.Errorf("%d removed meanwhile: %v", gone, err)
	}
	s.Settle(t, l.replica)
	l.use(manyHere)
	l.answers(t, "afterwards", l.drawn[0])
	kept(t, l)
}

// writers add and remove memories during searches: no search fails, and no memory is found twice or long after
// its removal.
func (s *suite) writers(t *testing.T) {
	l := s.newLibrary(t, s.Open)
	for _, m := range l.memories[:chunkRows/8] {
		l.remove(m.ID)
	}
	gone := map[store.ID]bool{}
	for _, m := range l.memories[:chunkRows/8] {
		gone[m.ID] = true
	}
	var more []*store.Memory
	for range chunkRows + 100 {
		more = append(more, l.next())
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(done)
		for i, m := range more {
			l.add(t, m)
			if i%2 == 0 {
				l.remove(l.memories[chunkRows/8+i/2].ID)
			}
		}
	})
	for i := range 3 {
		wg.Go(func() {
			for round := 0; ; round++ {
				q := *l.drawn[(i+round)%len(l.drawn)]
				q.Filter = search.Filter{Namespace: []string{"", "a"}[round%2]}
				got, err := l.index.Search(t.Context(), &q)
				if err == nil {
					err = sound(got, gone)
				}
				if err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	wg.Wait()
	s.Settle(t, l.replica)
	l.use(manyHere)
	for i, q := range l.drawn[:3] {
		l.answers(t, fmt.Sprint("afterwards, question ", i), q)
	}
	kept(t, l)
}

func sound(got *search.Ranking, gone map[store.ID]bool) error {
	seen := map[store.ID]bool{}
	for i, h := range got.Hits {
		if seen[h.ID] || gone[h.ID] || !(h.Score == h.Score) || i > 0 && h.Score > got.Hits[i-1].Score {
			return fmt.Errorf("hit %d, %v with %v: twice, or gone, or above the one before it", i, h.ID, h.Score)
		}
		seen[h.ID] = true
	}
	return nil
}
