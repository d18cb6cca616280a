package replicasuite

import (
	"fmt"
	"testing"

	"asterism/engine/search"
	"asterism/engine/search/draw"
	"asterism/models"
)

// cold: an index whose values are in the store reads none of those that the replica has, and answers like one that holds all values.
func (s *suite) cold(t *testing.T) {
	l := s.emptyLibrary(t, s.Open)
	l.index.Limit(1, l.shelf)
	for range s.Rows {
		l.add(t, l.next())
	}
	s.Settle(t, l.replica)
	if l.index.Cold() < s.Rows/2 {
		t.Fatalf("%d of %d memories are cold: the test is of no use", l.index.Cold(), s.Rows)
	}
	for i := range 3 {
		l.answers(t, fmt.Sprint("question ", i), l.question(l.stock.values[i]))
	}
	if n := l.shelf.reads.Load(); n != 0 {
		t.Errorf("%d memories' values were read from the store", n)
	}
	kept(t, l)
}

func (s *suite) someChunks(t *testing.T) {
	l := s.newLibrary(t, func(t testing.TB, tokens search.TokenSource) search.Replica { return s.Short(t, tokens, 1, 0) })
	l.use(search.Sizes{Few: sizes.Few, Candidates: s.Rows, Refined: search.MaxReplicaTopK}) // estimates select among the processor's rows: let all be candidates
	for i, q := range l.drawn[:3] {
		l.answers(t, fmt.Sprint("question ", i), q)
	}
	filters(t, l)
	neighbours(t, l)
	l.use(search.Sizes{Few: sizes.Few, Candidates: 300})
	for i, q := range l.drawn {
		l.answers(t, fmt.Sprint("question ", i, " by estimates"), q)
	}
	ties(t, l)
	if l.spy.best.Load() == 0 {
		t.Error("the replica was not asked: the test is of no use")
	}
	kept(t, l)
}

func (s *suite) someSpaces(t *testing.T) {
	for _, lacking := range []models.Set{
		models.SetOf(models.LateInteraction),
		models.SetOf(models.LateInteraction, models.HDC, models.Code),
		models.SetOf(models.LateInteraction, models.HDC, models.Code, models.Semantic, models.Causal, models.Multimodal, models.Graph, models.Entity),
	} {
		l := s.newLibrary(t, func(t testing.TB, tokens search.TokenSource) search.Replica { return s.Short(t, tokens, 0, lacking) })
		if lacking.Has(models.HDC) {
			l.use(search.Sizes{Few: sizes.Few, Candidates: sizes.Candidates}) // estimates select,
			l.index.Sizes(sizes)                                              // also where exact scores would otherwise
		}
		for i, q := range l.drawn[:3] {
			l.answers(t, fmt.Sprintf("without %v, question %d", lacking.Spaces(), i), q)
		}
		neighbours(t, l)
		exactRanks(t, l)
		if l.spy.best.Load() == 0 {
			t.Error("the replica was not asked: the test is of no use")
		}
		kept(t, l)
	}
}

// fails: whichever call fails, the answer equals that of a search without the replica.
func (s *suite) fails(t *testing.T, l *library) {
	q := *l.drawn[0]
	q.Filter.Namespace = "a"
	alone := sizes
	alone.Alone = false
	l.plain.Sizes(alone)
	defer l.use(sizes)
	want, before := l.ask(t, l.plain, &q), l.spy.calls.Load()
	l.ask(t, l.index, &q)
	for after := range int(l.spy.calls.Load() - before) {
		s.Fail(l.replica, after)
		if err := identical(l.ask(t, l.index, &q).Hits, want.Hits); err != nil {
			t.Errorf("failing after %d calls: %v", after, err)
		}
		if _, err := l.index.Neighbours(t.Context(), "", &q.Values, draw.Epoch, 3, models.All); err != nil {
			t.Errorf("neighbours, failing after %d calls: %v", after, err)
		}
		s.Fail(l.replica, -1)
	}
	l.use(sizes)
	l.answers(t, "on its feet again", &q)
}

func (s *suite) lost(t *testing.T) {
	l := s.newLibrary(t, s.Open)
	l.spy.before = func() { l.spy.before = nil; s.Lose(l.replica) } // in the middle of a search
	alone := sizes
	alone.Alone = false
	l.plain.Sizes(alone)
	for i, q := range l.drawn {
		if err := identical(l.ask(t, l.index, q).Hits, l.ask(t, l.plain, q).Hits); err != nil {
			t.Errorf("question %d: %v", i, err)
		}
	}
	if l.spy.searchers.Load() != 1 || l.spy.none.Load() == 0 {
		t.Errorf("%d searchers were returned, %d refused: a lost replica is searched", l.spy.searchers.Load(), l.spy.none.Load())
	}
	for range chunkRows { // it still receives chunks
		l.add(t, l.next())
	}
	l.remove(l.memories[0].ID)
	kept(t, l)
}
