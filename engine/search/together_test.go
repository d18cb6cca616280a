package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// tokensOf holds the tokens of memories by their ids.
type tokensOf map[store.ID]fingerprint.Packed

func (t tokensOf) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		out[i] = t[id]
	}
	return out, nil
}

// parted holds memories in one index, and the same in several: each namespace is in one of these, as in the shards of a cluster.
type parted struct {
	whole  *Index
	parts  []*Index
	topics *draw.Topics
	r      *rand.Rand
}

var someWords = strings.Fields("disk import export retry login cache index token queue shard lease quorum night report budget invoice")

func (p *parted) text() string {
	var out []string
	for range 1 + p.r.IntN(6) {
		out = append(out, someWords[p.r.IntN(len(someWords))])
	}
	return strings.Join(out, " ")
}

func newParted(t testing.TB, seed uint64, memories, parts int, sizes Sizes) *parted {
	t.Helper()
	p := &parted{topics: draw.NewTopics(seed), r: rand.New(rand.NewPCG(seed, 7))}
	tokens := tokensOf{}
	p.whole = New(tokens)
	p.whole.Sizes(sizes)
	for range parts {
		ix := New(tokens)
		ix.Sizes(sizes)
		p.parts = append(p.parts, ix)
	}
	in := make([]int, 12) // memories per namespace
	for i := range in {
		in[i] = p.r.IntN(parts)
	}
	for range memories {
		m, n := p.topics.Memory(t), p.r.IntN(len(in))
		m.Namespace, m.Content, m.SessionID = fmt.Sprint("n", n), p.text(), []string{"", "s", "t"}[p.r.IntN(3)]
		tokens[m.ID] = m.Record[models.LateInteraction]
		for _, ix := range []*Index{p.whole, p.parts[in[n]]} {
			if err := ix.Add(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p
}

func (p *parted) question() *Question {
	q := &Question{Values: *p.topics.Values(), Text: p.text(), Time: draw.Epoch, TopK: 10, Fold: p.r.IntN(2) == 0, Exact: p.r.IntN(3) == 0}
	for s := range q.Weights {
		if q.Weights[s] = float64(p.r.IntN(3)); s == int(models.Semantic) {
			q.Weights[s] = 1
		}
	}
	if p.r.IntN(3) == 0 {
		q.MinSimilarity = .2
	}
	if p.r.IntN(4) == 0 {
		q.Filter.Namespace, q.Filter.Beside = "n1", "n2"
	}
	if p.r.IntN(4) == 0 {
		q.Filter.After = draw.Epoch.Add(-60 * 24 * time.Hour)
	}
	return q
}

// together searches the parts as one.
func (p *parted) together(ctx context.Context, q *Question) (*Ranking, error) {
	g := NewGathering(len(p.parts))
	out, errs := make([]*Ranking, len(p.parts)), make([]error, len(p.parts))
	var searching sync.WaitGroup
	for i, ix := range p.parts {
		searching.Go(func() {
			mine := *q
			mine.Together = g.Of(i)
			if out[i], errs[i] = ix.Search(ctx, &mine); errs[i] != nil {
				g.Fail(errs[i])
			}
		})
	}
	searching.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return Merge(out, q.TopK), nil
}

// TestPartsAreSearchedAsOne: wherever a namespace is, the hits and their scores are those of one index with all memories, also if scales are measured on a sample or
// nothing passes in some parts.
func TestPartsAreSearchedAsOne(t *testing.T) {
	for name, c := range map[string]struct {
		memories int
		sizes    Sizes
		exact    bool
	}{
		"few":         {300, DefaultSizes, false},
		"by a sample": {2500, Sizes{Few: 200, Candidates: 512}, true},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3) {
				p := newParted(t, seed, c.memories, 2+int(seed)*3, c.sizes)
				for n := range 25 {
					q := p.question()
					q.Exact = q.Exact || c.exact
					if err := p.differ(t, q); err != nil {
						t.Errorf("seed %d, question %d: %v", seed, n, err)
					}
				}
			}
		})
	}
}

// differ returns an error that shows the difference between the answers of the parts and of the whole.
func (p *parted) differ(t *testing.T, q *Question) error {
	t.Helper()
	want := mustSearch(t, p.whole, q)
	got, err := p.together(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got.Scanned != want.Scanned || len(got.Hits) != len(want.Hits) {
		return fmt.Errorf("%d scanned and %d hits, want %d and %d", got.Scanned, len(got.Hits), want.Scanned, len(want.Hits))
	}
	for i, h := range got.Hits {
		w := want.Hits[i]
		if h.ID != w.ID && math.Abs(h.Score-w.Score) > 1e-6 || math.Abs(h.Score-w.Score) > 1e-6 || len(h.Copies) != len(w.Copies) {
			return fmt.Errorf("hit %d is %s with %v and %d copies, want %s with %v and %d", i, h.ID, h.Score, len(h.Copies), w.ID, w.Score, len(w.Copies))
		}
	}
	return nil
}

// TestPartsSelectAsOne: if candidates are selected by estimates, the ten hits are those of one index for at least 199 of 200 questions.
func TestPartsSelectAsOne(t *testing.T) {
	p := newParted(t, 11, 6000, 8, Sizes{Few: 1000, Candidates: 512})
	same := 0
	for range 200 {
		q := p.question()
		q.Exact = false
		if err := p.differ(t, q); err == nil {
			same++
		} else {
			t.Log(err)
		}
	}
	if same < 199 {
		t.Errorf("%d of 200 answers are the same", same)
	}
}

// TestStatisticsAddUp in any order and grouping, up to rounding.
func TestStatisticsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	one := func() *Statistics {
		s := &Statistics{Rows: r.IntN(9), InMemory: r.IntN(9), Words: []int32{int32(r.IntN(9)), 1}, Least: r.Float32(), Tokens: r.IntN(2) == 0, Most: rerankCap}
		if !s.Tokens {
			s.Least = 0
		}
		s.Terms[models.Sparse] = []int32{int32(r.IntN(9))}
		s.Sums[models.Semantic] = Sums{r.IntN(9), float64(r.IntN(9)), float64(r.IntN(9))}
		for range r.IntN(2 * rerankCap) {
			s.Best = append(s.Best, Scored{float32(r.IntN(50)), draw.ID(r)})
		}
		return s
	}
	for range 50 {
		a, b, c := one(), one(), one()
		left, right := &Statistics{}, &Statistics{}
		for _, s := range []*Statistics{a, b, c} {
			left.Add(s)
		}
		inner := &Statistics{}
		inner.Add(c)
		inner.Add(a)
		right.Add(b)
		right.Add(inner)
		if fmt.Sprint(*left) != fmt.Sprint(*right) {
			t.Fatalf("%v, or %v", *left, *right)
		}
	}
}

// TestAGatheringEnds for all if one index fails, or comes to another stage than the current one.
func TestAGatheringEnds(t *testing.T) {
	g, gone := NewGathering(2), errors.New("the node is gone")
	done := make(chan error, 1)
	go func() {
		_, err := g.Of(0).Meet(t.Context(), &Statistics{Stage: StageTerms, Rows: 1})
		done <- err
	}()
	g.Fail(gone)
	if err := <-done; !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
	g = NewGathering(2)
	go func() {
		_, err := g.Of(0).Meet(t.Context(), &Statistics{Stage: StageWords})
		done <- err
	}()
	_, err := g.Of(1).Meet(t.Context(), &Statistics{Stage: StageTerms, Rows: 1})
	if err := <-done; !errors.Is(err, ErrMet) {
		t.Errorf("%v", err)
	}
	if !errors.Is(err, ErrMet) {
		t.Errorf("%v", err)
	}
}
