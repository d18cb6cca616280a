package search

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"asterism/models"
)

// Search ranks the memories that pass the question's filter. The first k hits are the same for every TopK ≥ k; equal scores
// are ordered by id. The error is ctx's, the token source's, or says what is wrong with the question.
func (ix *Index) Search(ctx context.Context, q *Question) (*Ranking, error) {
	var out *Ranking
	err := ix.withReplica(ctx, func(m Replica) (err error) {
		if q.Near.Is() || q.Together != nil {
			m = nil // a replica's estimates do not support a preferred time, and a search together with other indexes cannot be repeated when the replica fails
		}
		out, err = ix.search(ctx, m, q)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return out, nil
}

func (ix *Index) search(ctx context.Context, m Replica, q *Question) (*Ranking, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	p, err := newProbe(&q.Values, q.Time, q.spaces(ix.tokens != nil), q.Direction, false)
	if err != nil {
		return nil, err
	}
	p.near, p.alone, p.linear, p.files, p.words = q.Near.prepare(), q.WithoutContext, q.Linear, q.Files, wordQuery(q.Text)
	p.together = q.Together
	p.wordsGain = cmp.Or(q.WordsGain, 1)
	s, err := ix.newScan(ctx, m, p, q.Filter, &ix.terms) // filter, score the terms
	defer s.release()
	if err != nil {
		return nil, err
	}
	if s.total == 0 || p.spaces == 0 {
		return &Ranking{Scanned: s.total}, nil
	}
	if err := s.scoreWords(ctx); err != nil {
		return nil, err
	}
	t, scales, err := ix.choose(ctx, s, q) // scales, candidates, exact scores
	if t != nil {
		defer t.recycle()
	}
	if err != nil {
		return nil, err
	}
	w, err := t.windows(ctx) // of sessions and documents
	if err != nil {
		return nil, err
	}
	f := newFusion(t, &q.Weights, scales, w) // fuse
	defer recycle(f.scores)
	if err := ix.rerank(ctx, f); err != nil { // token by token
		return nil, err
	}
	return ix.cut(ctx, f, q)
}

// spaces returns those that have a weight.
func (q *Question) spaces(tokens bool) models.Set {
	var set models.Set
	for v, w := range q.Weights {
		if w > 0 && (tokens || models.Space(v) != models.LateInteraction) {
			set = set.With(models.Space(v))
		}
	}
	return set
}

// choose selects the rows to compare exactly, compares them, and measures the scale of every space.
func (ix *Index) choose(ctx context.Context, s *scan, q *Question) (*table, *[models.Count]standard, error) {
	few := s.all <= ix.sizes.Few
	pick := s.sample
	if few {
		pick = func(context.Context) ([]int32, error) { return s.allRows(), nil }
	}
	rows, err := pick(ctx)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.exact(ctx, rows, s.probe.spaces)
	if err != nil {
		return t, nil, err
	}
	scales, err := t.standards(ctx)
	if few || err != nil {
		return t, scales, err
	}
	t.recycle()
	if q.Exact || s.probe.spaces == models.SetOf(models.LateInteraction) {
		rows = s.allRows()
	} else if rows, err = s.candidates(ctx, &q.Weights, scales, q.MinSimilarity, ix.sizes); err != nil {
		return nil, nil, err
	} else if q.Fold {
		crowded, err := s.crowded(ctx, rows, ix.sizes.Candidates)
		if err != nil {
			return nil, nil, err
		}
		more := ix.sizes
		if more.Candidates *= foldFactor; crowded {
			if rows, err = s.candidates(ctx, &q.Weights, scales, q.MinSimilarity, more); err != nil {
				return nil, nil, err
			}
		}
	}
	t, err = s.exact(ctx, rows, s.probe.spaces)
	return t, scales, err
}

// cut returns the best hits that are similar enough, with the parts of their scores.
func (ix *Index) cut(ctx context.Context, f *fusion, q *Question) (*Ranking, error) {
	out := &Ranking{Scanned: f.total, Near: f.countNear()}
	if q.MinSimilarity > 0 {
		f.drop(q.MinSimilarity)
	}
	positions, copies, err := ix.best(ctx, f, q)
	if err != nil {
		return nil, err
	}
	for n, i := range positions {
		h := Hit{ID: f.id(i), Score: float64(f.scores[i]), Near: float64(f.nearBonus(i)), Context: f.contextGain(i), Words: float64(f.wordGain(i, nil)), Filed: float64(f.filedLoss(i)), Decided: f.decided(i), Copies: copies(n)}
		for v := range h.Similarity {
			h.Similarity[v] = f.similarity(models.Space(v), i)
			h.Standard[v] = f.standard(models.Space(v), float32(h.Similarity[v]))
		}
		out.Hits = append(out.Hits, h)
	}
	if !q.Ranks {
		return out, nil
	}
	return out, f.rank(ctx, positions, out.Hits)
}

// best returns the positions of the hits, and a function that returns the copies of a hit.
func (ix *Index) best(ctx context.Context, f *fusion, q *Question) ([]int32, func(hit int) []Copy, error) {
	if !q.Fold {
		return f.best(q.TopK), func(int) []Copy { return nil }, nil
	}
	o, err := ix.fold(ctx, f, q.TopK)
	if err != nil {
		return nil, nil, err
	}
	return o.heads, o.copiesOf, nil
}

// drop removes the rows whose greatest similarity in the deciding spaces is below least.
func (f *fusion) drop(least float64) {
	deciding := f.probe.deciding()
	for i := range f.scores {
		if f.closest(deciding, int32(i)) < least {
			f.scores[i] = nan
		}
	}
}

// deciding returns the spaces that MinSimilarity applies to; see Question.
func (p *probe) deciding() models.Set {
	for _, set := range []models.Set{
		models.OfKind(models.Dense, models.Pair).Without(timeSpaces),
		models.OfKind(models.Binary, models.Tokens),
	} {
		if got := p.spaces & set; got != 0 {
			return got
		}
	}
	return p.spaces
}

// closest returns the greatest similarity at a position in any of the spaces; −∞ if it has a value in none.
func (t *table) closest(spaces models.Set, position int32) float64 {
	top := math.Inf(-1)
	for _, v := range spaces.Spaces() {
		if x := t.similarity(v, position); x > top {
			top = x
		}
	}
	return top
}
