package search

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// quiet keeps the stacks of intended faults out of a test's output, and counts them.
type quiet struct {
	slog.Handler
	stacks int
}

func quietly(t *testing.T) *quiet {
	t.Helper()
	before, q := slog.Default(), &quiet{Handler: slog.DiscardHandler}
	slog.SetDefault(slog.New(q))
	t.Cleanup(func() { slog.SetDefault(before) })
	return q
}

func (q *quiet) Enabled(context.Context, slog.Level) bool { return true }

func (q *quiet) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "stack" && strings.Contains(a.Value.String(), "engine/search") {
			q.stacks++
		}
		return true
	})
	return nil
}

// TestAFaultIsTheSearchsError: a fault in one of a search's goroutines (a kernel that refuses its columns, or an index out of range) becomes the error of that search. The same
// search succeeds again once the columns are repaired.
func TestAFaultIsTheSearchsError(t *testing.T) {
	ix, questions := topicalIndex(t, 3*chunkRows)
	const k = 5
	dense := denseOf[models.Semantic]
	for name, c := range map[string]struct {
		spoil  func(c *chunk) (mend func())
		panics bool
	}{
		"a kernel refuses vectors": {spoil: func(c *chunk) func() {
			old := c.dense[dense].Load()
			c.dense[dense].Store(&denseColumn{width: old.width, rows: old.rows[:len(old.rows)-1], scales: old.scales})
			return func() { c.dense[dense].Store(old) }
		}},
		"a kernel refuses codes": {spoil: func(c *chunk) func() {
			old := c.signs[dense].Load()
			c.signs[dense].Store(&signColumn{width: old.width, codes: old.codes[:len(old.codes)-1], factors: old.factors})
			return func() { c.signs[dense].Store(old) }
		}},
		"codes without factors": {panics: true, spoil: func(c *chunk) func() {
			old := c.signs[dense].Load()
			c.signs[dense].Store(&signColumn{width: old.width, codes: old.codes})
			return func() { c.signs[dense].Store(old) }
		}},
		"terms that are not there": {panics: true, spoil: func(c *chunk) func() {
			old, empty := c.terms[models.Sparse].Load(), newTermColumn()
			empty.starts = old.starts
			c.terms[models.Sparse].Store(empty)
			return func() { c.terms[models.Sparse].Store(old) }
		}},
	} {
		t.Run(name, func(t *testing.T) {
			log := quietly(t)
			var before []*Ranking
			for _, q := range questions {
				before = append(before, mustSearch(t, ix, q))
			}
			mend := c.spoil(ix.state.Load().chunks[2])
			exact := *questions[0]
			exact.Exact = true
			var p *caught.Panic
			_, err := ix.Search(t.Context(), &exact)
			_, rough := ix.Search(t.Context(), questions[0])
			_, near := ix.Neighbours(t.Context(), "", &questions[0].Values, draw.Epoch, k, models.All)
			met := 0
			for _, err := range []error{err, rough, near} {
				if err == nil {
					continue
				}
				if met++; errors.As(err, &p) != c.panics {
					t.Errorf("got %v, a fault: %v; want %v", err, !c.panics, c.panics)
				}
			}
			if met == 0 {
				t.Error("nothing met what is broken")
			}
			if c.panics != (log.stacks > 0) {
				t.Errorf("%d stacks were logged, a panic: %v", log.stacks, c.panics)
			}
			mend()
			for i, q := range questions {
				if err := sameHits(mustSearch(t, ix, q).Hits, before[i].Hits); err != nil {
					t.Fatalf("after a fault: %v", err)
				}
			}
		})
	}
}

// faulty is a source of tokens that panics.
type faulty struct{}

func (faulty) TokenVectors(context.Context, []store.ID) ([]fingerprint.Packed, error) {
	panic("tokens without an end")
}

// TestAFaultOfTheCallersGoroutineIsItsError: the same holds for a fault in the calling goroutine.
func TestAFaultOfTheCallersGoroutineIsItsError(t *testing.T) {
	ix, questions := topicalIndex(t, 50)
	log := quietly(t)
	ix.tokens = faulty{}
	q := *questions[0]
	q.Weights[models.LateInteraction] = 1
	var p *caught.Panic
	if _, err := ix.Search(t.Context(), &q); !errors.As(err, &p) || log.stacks != 1 {
		t.Errorf("got %v and %d stacks in the log, want the fault and one", err, log.stacks)
	}
}

// faultyReplica returns searchers that panic when they are asked to compare.
type faultyReplica struct{ *Reference }

func (m faultyReplica) NewSearcher(chunks []uint64) Searcher {
	if l := m.Reference.NewSearcher(chunks); l != nil {
		return faultySearcher{l}
	}
	return nil
}

type faultySearcher struct{ Searcher }

func (faultySearcher) Compare(context.Context, *Query, []int32, models.Set, *[models.Count][]float32) error {
	panic("a table without an end")
}

func (faultySearcher) TopK(context.Context, *Query, *Scoring, int, int) ([]int32, []float32, error) {
	panic("a choice without an end")
}

// TestAFaultOfAMirrorIsPassedOver: the search is repeated without the replica, as after an error of the replica.
func TestAFaultOfAMirrorIsPassedOver(t *testing.T) {
	made := draw.NewTopics(5)
	k := &keeper{by: map[store.ID]*store.Memory{}}
	with, without := New(k), New(k)
	with.SetReplica(faultyReplica{NewReference(k, 0, 0)})
	for range 2*chunkRows + 50 {
		m := made.Memory(t)
		k.by[m.ID] = m
		for _, ix := range []*Index{with, without} {
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	log := quietly(t)
	q := randomQuestion(1)
	q.Values = *made.Values()
	if err := sameHits(mustSearch(t, with, q).Hits, mustSearch(t, without, q).Hits); err != nil {
		t.Error(err)
	}
	if log.stacks == 0 {
		t.Error("the fault is not in the log")
	}
}

// TestAMemoryThatCannotBeWrittenLeavesNothingHalf: after a failed write the index is as if the memory had not been added, also for later memories. An earlier version is
// removed, since it is not what the store holds.
func TestAMemoryThatCannotBeWrittenLeavesNothingHalf(t *testing.T) {
	made, k := draw.NewTopics(6), &keeper{by: map[store.ID]*store.Memory{}}
	ix, want := New(k), New(k)
	add := func(m *store.Memory, to ...*Index) {
		t.Helper()
		k.by[m.ID] = m
		for _, one := range to {
			if err := one.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 40 {
		add(made.Memory(t), ix, want)
	}
	held := made.Memory(t)
	add(held, ix)
	log := quietly(t)
	c := ix.state.Load().chunks[0]
	column := denseOf[models.Entity] // written after the terms
	old := c.signs[column].Load()
	newer, other := *held, made.Memory(t)
	newer.Version = 2
	for _, m := range []*store.Memory{&newer, other} {
		c.signs[column].Store(&signColumn{width: old.width})
		var p *caught.Panic
		if err := ix.Add(m); !errors.As(err, &p) {
			t.Fatalf("got %v, want the fault", err)
		}
		c.signs[column].Store(old)
	}
	for range 40 {
		add(made.Memory(t), ix, want)
	}
	if log.stacks != 2 || ix.Len() != want.Len() {
		t.Fatalf("%d stacks are in the log, and %d memories in the index; want 2 and %d", log.stacks, ix.Len(), want.Len())
	}
	for i := range 5 {
		q := randomQuestion(uint64(i))
		q.Values = *made.Values()
		if err := sameHits(mustSearch(t, ix, q).Hits, mustSearch(t, want, q).Hits); err != nil {
			t.Error(err)
		}
	}
}
