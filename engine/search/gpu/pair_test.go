package gpu

import (
	"errors"
	"testing"

	"asterism/engine/search"
)

// small are sizes with which an index of a few chunks is searched like a large one.
var small = search.Sizes{Few: 100, Candidates: 64, Alone: true}

// pair is an index with a replica and the same index without.
type pair struct {
	*trialData
	with, without *search.Index
	added         int
}

// newPair adds some memories to both.
func newPair(t testing.TB, m *Replica, rows int) *pair {
	t.Helper()
	p := &pair{trialData: drawn(), with: search.New(drawn()), without: search.New(drawn())}
	p.with.Sizes(small)
	p.without.Sizes(small)
	p.with.SetReplica(m)
	p.add(t, rows)
	waitCopied(t, m)
	return p
}

func (p *pair) add(t testing.TB, rows int) {
	t.Helper()
	for range rows {
		if err := errors.Join(p.with.Add(&p.memories[p.added]), p.without.Add(&p.memories[p.added])); err != nil {
			t.Fatal(err)
		}
		p.added++
	}
}

// same searches both, with a filter and without.
func (p *pair) same(t testing.TB) {
	t.Helper()
	p.asks(t, 0)
	p.asks(t, 1)
}

// asks searches both with one of the trial's questions.
func (p *pair) asks(t testing.TB, i int) {
	t.Helper()
	q := p.trialData.questions()[i]
	here, err := p.with.Search(t.Context(), &q)
	if err != nil {
		t.Error(err)
		return
	}
	there, err := p.without.Search(t.Context(), &q)
	if err != nil {
		t.Error(err)
		return
	}
	if len(here.Hits) != len(there.Hits) || len(here.Hits) == 0 {
		t.Errorf("question %d: %d hits, want %d", i, len(here.Hits), len(there.Hits))
		return
	}
	if err := sameHits(here.Hits, there.Hits); err != nil {
		t.Errorf("question %d: %v", i, err)
	}
}

// asked checks that the GPU answered the last searches, and none failed.
func asked(t testing.TB, m *Replica, scans int64) {
	t.Helper()
	if s := m.Stats(); s.Failed > 0 || s.Questions < scans || m.Err() != nil {
		t.Errorf("the GPU scanned for %d questions, want at least %d, and %d errands failed: %v", s.Questions, scans, s.Failed, m.Err())
	}
}
