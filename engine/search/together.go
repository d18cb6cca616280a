package search

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// Several indexes can be searched as one, also on several machines. A score depends on the memory and on sums over all memories that pass the filter: their number, how many
// contain each term, the mean and the deviation of each space, and which are the best, which are compared token by token. So each index computes its [Statistics], the indexes
// exchange them, and each continues with the totals. A memory's score is then that of one index with all memories, up to rounding. The rankings are merged by score and id.

// Stage is one exchange of a search. Every search goes through all of them in this order.
type Stage int

// The stages.
const (
	StageTerms      Stage = iota // Rows, InMemory and Terms: rarity of the question's terms
	StageWords                   // Words: rarity of its whole words
	StageScales                  // Sums: standard scores
	StageCandidates              // Best: the rows to compare exactly, by their estimates
	StageCrowded                 // Selected and Apart: whether more rows must be compared
	StageBest                    // Best: the rows to compare token by token
	StageTokens                  // Sums and Least of E12
)

// Statistics are what searches that run as one exchange at a stage. Fields of other stages are zero.
type Statistics struct {
	Stage    Stage
	Rows     int                   // rows that passed the filter
	InMemory int                   // those whose values need not be read from the store
	Terms    [models.Count][]int32 // how many of them contain each of the question's terms, in the same order
	Words    []int32               // the same for each of its words
	Sums     [models.Count]Sums
	Best     []Scored // rows and their scores, best first, at most Most
	Most     int
	Selected int     // rows that were selected
	Apart    int     // number of different texts among them
	Least    float32 // the smallest similarity in E12
	Tokens   bool    // at least one was compared there, so Least is valid
}

// Scored is a row and its score.
type Scored struct {
	Score float32
	ID    store.ID
}

// Together exchanges statistics with the searches of other indexes.
type Together interface {
	// Meet adds this index's statistics to a stage and returns the sum of all indexes. It waits for the others. After [StageTerms] an index without rows takes no part.
	Meet(ctx context.Context, mine *Statistics) (*Statistics, error)
}

// Add adds another index's statistics of the same stage.
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

// addCounts adds counts element by element; an index without rows has none.
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

// meet returns the statistics of all indexes at a stage; mine if this index is searched alone.
func (s *scan) meet(ctx context.Context, mine *Statistics) (*Statistics, error) {
	if s.probe.together == nil {
		return mine, nil
	}
	return s.probe.together.Meet(ctx, mine)
}

// meetTerms exchanges the counts of rows and terms.
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

// meetAbsent takes part for an index that does not have the namespace.
func (s *scan) meetAbsent(ctx context.Context) error {
	_, err := s.meet(ctx, &Statistics{Stage: StageTerms})
	return err
}

// together keeps those of some positions, best first, that are among the best of all indexes.
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

// among returns the ids of the best n.
func (s *Statistics) among(n int) map[store.ID]bool {
	out := make(map[store.ID]bool, n)
	for _, b := range s.Best[:min(n, len(s.Best))] {
		out[b.ID] = true
	}
	return out
}

// together keeps those of the selected rows that are among the best n of all indexes, and returns how many of them are among the best [contextBest] of
// all.
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
