package replicasuite

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"asterism/engine/search"
	"asterism/models"
)

// spy wraps a replica, counts calls, and checks the contract on both sides.
type spy struct {
	search.Replica
	best, tables, counts, tokens atomic.Int64
	calls                        atomic.Int64 // of searchers' methods
	searchers, open, none        atomic.Int64 // searchers returned, those still open, and nil ones
	before                       func()       // called before every TopK; set only while no search runs

	mu    sync.Mutex
	wrong error // the first violation of the contract; the search itself would only be repeated without the replica
}

// NewSearcher implements [search.Replica].
func (s *spy) NewSearcher(chunks []uint64) search.Searcher {
	searcher := s.Replica.NewSearcher(chunks)
	if searcher == nil {
		s.none.Add(1)
		return nil
	}
	s.searchers.Add(1)
	s.open.Add(1)
	return &spySearcher{Searcher: searcher, spy: s}
}

func (s *spy) expect(ok bool, format string, args ...any) {
	if !ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.wrong = errors.Join(s.wrong, fmt.Errorf(format, args...))
	}
}

type spySearcher struct {
	search.Searcher
	spy     *spy
	busy    atomic.Bool
	allowed [][chunkRows / 64]uint64
	asked   *search.Query
}

// begin checks that nobody else is using the searcher, and returns the function that ends
// this use.
func (l *spySearcher) begin() (end func()) {
	l.spy.calls.Add(1)
	l.spy.expect(l.busy.CompareAndSwap(false, true), "a searcher is used by two goroutines at a time")
	return func() { l.busy.Store(false) }
}

func (l *spySearcher) SetAllowed(allowed [][chunkRows / 64]uint64) error {
	defer l.begin()()
	l.allowed = allowed
	return l.Searcher.SetAllowed(allowed)
}

func (l *spySearcher) CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error) {
	defer l.begin()()
	l.spy.counts.Add(1)
	return l.Searcher.CountTerms(ctx, ids)
}

func (l *spySearcher) ScoreTerms(a *search.Query, about *[models.Count]float64) error {
	defer l.begin()()
	l.spy.expect(l.asked == nil && l.allowed != nil, "ScoreTerms came twice, or before SetAllowed")
	l.asked = a
	return l.Searcher.ScoreTerms(a, about)
}

func (l *spySearcher) Sums(ctx context.Context) (*[models.Count]search.Sums, error) {
	defer l.begin()()
	l.spy.expect(l.asked != nil, "Sums came before ScoreTerms")
	return l.Searcher.Sums(ctx)
}

func (l *spySearcher) Compare(ctx context.Context, a *search.Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error {
	defer l.begin()()
	l.spy.tables.Add(1)
	l.check("Compare is given", rows)
	l.spy.expect(l.asked != nil && spaces.Without(l.Spaces()) == 0 && !spaces.Has(models.LateInteraction), "Compare is asked for %v", spaces.Spaces())
	return l.Searcher.Compare(ctx, a, rows, spaces, out)
}

func (l *spySearcher) CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error {
	defer l.begin()()
	l.spy.tokens.Add(1)
	l.check("CompareTokens is given", rows)
	l.spy.expect(l.Spaces().Has(models.LateInteraction), "there are no tokens to compare")
	return l.Searcher.CompareTokens(ctx, query, rows, out)
}

func (l *spySearcher) TopK(ctx context.Context, a *search.Query, r *search.Scoring, most, refine int) ([]int32, []float32, error) {
	defer l.begin()()
	l.spy.best.Add(1)
	if l.spy.before != nil {
		l.spy.before()
	}
	l.spy.expect(l.asked != nil && max(most, refine) <= search.MaxReplicaTopK, "TopK is asked for %d of %d", most, refine)
	l.spy.expect(refine == 0 || a.Spaces.Without(l.Spaces()|models.SetOf(models.LateInteraction)) == 0, "TopK is asked to compare in %v", a.Spaces.Spaces())
	for _, v := range a.Spaces.Spaces() {
		l.spy.expect(r.Weights[v] > 0, "TopK is asked for %v, which has no weight", v)
	}
	rows, scores, err := l.Searcher.TopK(ctx, a, r, most, refine)
	if err == nil {
		l.spy.expect(len(rows) == len(scores) && len(rows) <= most, "TopK returns %d rows and %d scores, at most %d wanted", len(rows), len(scores), most)
		l.check("TopK returns", rows)
	}
	return rows, scores, err
}

// check expects rows that are ascending, allowed, and in chunks of the replica.
func (l *spySearcher) check(what string, rows []int32) {
	for i, row := range rows {
		slot, r := int(row)/chunkRows, row%chunkRows
		if i > 0 && row <= rows[i-1] || !l.Has(slot) || l.allowed[slot][r/64]>>(r%64)&1 == 0 {
			l.spy.expect(false, "%s row %d at %d, which is out of order, or not the replica's, or not allowed", what, row, i)
			return
		}
	}
}

func (l *spySearcher) Close() {
	l.spy.open.Add(-1)
	l.Searcher.Close()
}
