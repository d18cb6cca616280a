package search

import (
	"context"
	"fmt"
	"math"

	"asterism/models"
)

// Search ranks the memories that pass the question's filter. The first k hits are the same for every TopK ≥ k; equal scores
// are ordered by id. The error is ctx's, the token source's, or says what is wrong with the question.
func (ix *Index) Search(ctx context.Context, q *Question) (*Ranking, error) {
	if err := q.check(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	p, err := newProbe(&q.Values, q.Time, q.spaces(ix.tokens != nil), q.Direction, false)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	s, err := newScan(ctx, ix.state.Load(), p, q.Filter, &ix.terms) // filter, score
	defer s.release()
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	if s.total == 0 || p.spaces == 0 {
		return &Ranking{Scanned: s.total}, nil
	}
	f, err := ix.fuse(ctx, s, q)
	if f != nil {
		defer scorePool.Put(&f.scores)
	}
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return f.cut(ctx, q)
}

// spaces are those that the question gives weight.
func (q *Question) spaces(tokens bool) models.Set {
	var set models.Set
	for v, w := range q.Weights {
		if w > 0 && (tokens || models.Space(v) != models.LateInteraction) {
			set = set.With(models.Space(v))
		}
	}
	return set
}

// fuse adds up what all spaces say, and once more with the best compared token by token.
func (ix *Index) fuse(ctx context.Context, s *scan, q *Question) (*fusion, error) {
	late := models.SetOf(models.LateInteraction)
	f, err := s.fuse(ctx, &q.Weights, s.probe.spaces.Without(late))
	if err != nil || s.probe.spaces&late == 0 {
		return f, err
	}
	rows := s.allRows()
	if s.probe.spaces != late {
		rows = f.best(rerankCap)
	}
	if err := ix.tokenScores(ctx, s, rows); err != nil {
		return f, err
	}
	return f, f.fuseTokens(ctx)
}

// allRows are the rows that passed the filter and have tokens.
func (s *scan) allRows() []int32 {
	var out []int32
	for c := range s.allowed {
		for _, r := range s.rows(nil, c) {
			if row := int32(c*chunkRows) + r; s.state.present(row).Has(models.LateInteraction) {
				out = append(out, row)
			}
		}
	}
	return out
}

// cut takes the best that are similar enough and tells how they came there.
func (f *fusion) cut(ctx context.Context, q *Question) (*Ranking, error) {
	out := &Ranking{Scanned: f.total}
	if q.MinSimilarity > 0 {
		f.drop(q.MinSimilarity)
	}
	rows := f.best(q.TopK)
	ranks, err := f.ranks(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for i, row := range rows {
		h := Hit{ID: f.state.id(row), Score: float64(f.scores[row]), Decided: f.decided(row), Rank: ranks[i]}
		for v := range h.Similarity {
			h.Similarity[v] = f.similarity(models.Space(v), row)
		}
		out.Hits = append(out.Hits, h)
	}
	return out, nil
}

// drop takes out the rows whose greatest similarity in the deciding spaces is below least.
func (f *fusion) drop(least float64) {
	deciding := f.deciding()
	for r := range f.scores {
		if f.scores[r] == f.scores[r] && f.closest(deciding, int32(r)) < least {
			f.scores[r] = nan
		}
	}
}

// deciding are the spaces that MinSimilarity is held against; see Question.
func (s *scan) deciding() models.Set {
	for _, set := range []models.Set{
		models.SetOf(models.Semantic, models.Causal, models.Code, models.Graph, models.Multimodal, models.Entity),
		models.SetOf(models.HDC, models.LateInteraction),
	} {
		if got := s.probe.spaces & set; got != 0 {
			return got
		}
	}
	return s.probe.spaces
}

// closest is a row's greatest similarity in any of the spaces; −∞ when it has a value in none.
func (s *scan) closest(spaces models.Set, row int32) float64 {
	top := math.Inf(-1)
	for _, v := range spaces.Spaces() {
		if x := s.similarity(v, row); x > top {
			top = x
		}
	}
	return top
}
