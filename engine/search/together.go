package search

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// Several indexes can be searched as one, on several machines too. What a score depends on beside the memory itself are sums over all memories that pass the filter: how many
// they are and how many hold each term, the mean and the deviation of each space, which of them are the best that are compared token by token. So each index makes its own
// [Statistics], the indexes meet, and each goes on with what all of them have together. A memory's score is then that of one index with all memories, up to the order in which
// numbers are added; the rankings are put together by score and id.

// Stage is one meeting of a search. Every search goes through all of them in their order.
type Stage int

// The stages.
const (
	StageTerms      Stage = iota // Rows, InMemory and Terms: the question's terms are weighed by their rarity
	StageWords                   // Words: so are its whole words
	StageScales                  // Sums: standard scores
	StageCandidates              // Best: which rows are compared exactly, by their estimates
	StageCrowded                 // Selected and Apart: whether more are
	StageBest                    // Best: which of them are compared token by token
	StageTokens                  // Sums and Least of E12
)

// Statistics are what searches that are one tell each other at a stage. The rest is zero.
type Statistics struct {
	Stage    Stage
	Rows     int                   // that passed the filter
	InMemory int                   // those of them whose values need not be read from the store
	Terms    [models.Count][]int32 // how many of them have each of the question's terms, in the order of these
	Words    []int32               // and each of its words
	Sums     [models.Count]Sums
	Best     []Scored // rows and their scores, best first, at most Most
	Most     int
	Selected int     // rows that were selected
	Apart    int     // and how many texts they have
	Least    float32 // the smallest similarity in E12
	Tokens   bool    // some were compared there: Least is a number
}

// Scored is a row and its score.
type Scored struct {
	Score float32
	ID    store.ID
}

// Together lets a search meet those of other indexes.
type Together interface {
	// Meet gives what this index has at a stage, and returns what all of them have together. It waits for the others. After [StageTerms] an index without rows meets no more.
	Meet(ctx context.Context, mine *Statistics) (*Statistics, error)
}

// Add adds what another index has at the same stage.
func (s *Statistics) Add(o *Statistics) {
	s.Rows += o.Rows
	s.InMemory += o.InMemory
	for v := range s.Terms {
		s.Terms[v] = addCounts(s.Terms[v], o.Terms[v])
		s.Sums[v] = s.Sums[v].with(o.Sums[v])
	}
	s.Words = addCounts(s.Words, o.Words)
	s.Best = append(slices.Clone(s.Best), o.Best...)
	slices.SortFunc(s.Best, func(a, b Scored) int { return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.ID[:], b.ID[:])) })
	s.Most = max(s.Most, o.Most)
	s.Best = s.Best[:min(s.Most, len(s.Best))]
	s.Selected += o.Selected
	s.Apart += o.Apart
	if o.Tokens && (!s.Tokens || o.Least < s.Least) {
		s.Least, s.Tokens = o.Least, true
	}
}

// addCounts adds counts place by place; an index without rows has none.
func addCounts(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := slices.Clone(a)
	for i, n := range b {
		out[i] += n
	}
	return out
}

// meet is what all indexes have together at a stage: what this one has, when it is searched alone.
func (s *scan) meet(ctx context.Context, mine *Statistics) (*Statistics, error) {
	if s.probe.together == nil {
		return mine, nil
	}
	return s.probe.together.Meet(ctx, mine)
}

// meetTerms puts the counts of rows and terms together.
func (s *scan) meetTerms(ctx context.Context, seen *termCounts) (*termCounts, error) {
	if s.probe.together == nil {
		return seen, nil
	}
	mine := &Statistics{Stage: StageTerms, Rows: s.total, InMemory: s.inMemory(), Terms: *seen}
	all, err := s.meet(ctx, mine)
	if err != nil {
		return nil, err
	}
	s.all, s.allInMemory = all.Rows, all.InMemory
	counts := termCounts(all.Terms)
	return &counts, nil
}

// meetAbsent is the meeting of an index that does not have the namespace at all.
func (s *scan) meetAbsent(ctx context.Context) error {
	_, err := s.meet(ctx, &Statistics{Stage: StageTerms})
	return err
}

// together leaves of some positions, best first, those that are among the best of all indexes.
func (f *fusion) together(ctx context.Context, positions []int32) ([]int32, error) {
	if f.probe.together == nil {
		return positions, nil
	}
	mine := &Statistics{Stage: StageBest, Most: rerankCap}
	for _, p := range positions {
		mine.Best = append(mine.Best, Scored{f.scores[p], f.id(p)})
	}
	all, err := f.meet(ctx, mine)
	if err != nil {
		return nil, err
	}
	chosen := all.among(rerankCap)
	return slices.DeleteFunc(positions, func(p int32) bool { return !chosen[f.id(p)] }), nil
}

// among are the ids of the best n.
func (s *Statistics) among(n int) map[store.ID]bool {
	out := make(map[store.ID]bool, n)
	for _, b := range s.Best[:min(n, len(s.Best))] {
		out[b.ID] = true
	}
	return out
}

// together leaves of the selected rows those that are among the best n of all indexes, and says how many of them are among the best [contextBest] of all.
func (s *scan) together(ctx context.Context, c topRows, n int) (topRows, int, error) {
	if s.probe.together == nil {
		return c, contextBest, nil
	}
	mine := &Statistics{Stage: StageCandidates, Most: n}
	for i, row := range c.rows {
		mine.Best = append(mine.Best, Scored{c.scores[i], s.state.id(row)})
	}
	all, err := s.meet(ctx, mine)
	if err != nil {
		return c, 0, err
	}
	chosen, leading := all.among(n), all.among(contextBest)
	var out topRows
	leads := 0
	for i, row := range c.rows {
		id := s.state.id(row)
		if leading[id] {
			leads++
		}
		if chosen[id] {
			out.rows, out.scores = append(out.rows, row), append(out.scores, c.scores[i])
		}
	}
	return out, leads, nil
}
