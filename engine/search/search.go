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
	s, err := newScan(ctx, ix.state.Load(), p, q.Filter) // filter, score
	defer s.release()
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	cands, err := ix.rankAndFuse(ctx, s, q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return s.cut(cands, q), nil
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

// rankAndFuse ranks each space, fuses the ranks, and once more with the best compared token by token.
func (ix *Index) rankAndFuse(ctx context.Context, s *scan, q *Question) ([]candidate, error) {
	late := models.SetOf(models.LateInteraction)
	if s.total == 0 || s.probe.spaces == 0 {
		return nil, nil
	}
	var rerank []int32
	if s.probe.spaces == late {
		rerank = s.allRows()
	}
	lists, err := s.rankings(ctx)
	if err != nil {
		return nil, err
	}
	rows := len(s.state.chunks) * chunkRows
	cands := candidates(&lists, rows)
	s.fuse(cands, &q.Weights, s.probe.spaces.Without(late))
	if s.probe.spaces&late == 0 {
		return cands, nil
	}
	hasTokens := func(row int32) bool { return s.state.present(row).Has(models.LateInteraction) }
	for _, c := range s.best(cands, rerankCap, hasTokens) {
		rerank = append(rerank, c.row)
	}
	if err := ix.tokenScores(ctx, s, rerank); err != nil {
		return nil, err
	}
	lists[models.LateInteraction] = rank(s.scores[models.LateInteraction], floor, depth, s.state.id)
	cands = candidates(&lists, rows)
	s.fuse(cands, &q.Weights, s.probe.spaces)
	return cands, nil
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
func (s *scan) cut(cands []candidate, q *Question) *Ranking {
	out := &Ranking{Scanned: s.total}
	deciding := s.deciding()
	near := func(row int32) bool {
		return q.MinSimilarity <= 0 || s.closest(deciding, row) >= q.MinSimilarity
	}
	for _, c := range s.best(cands, q.TopK, near) {
		h := Hit{ID: s.state.id(c.row), Score: c.score, Decided: decided(&c.ranks, &q.Weights)}
		for v := range h.Similarity {
			h.Similarity[v] = s.similarity(models.Space(v), c.row)
			h.Rank[v] = int(c.ranks[v])
		}
		out.Hits = append(out.Hits, h)
	}
	return out
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
