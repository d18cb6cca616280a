package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// Neighbour is a stored memory near to another.
type Neighbour struct {
	ID         store.ID
	Similarity float64
}

// Neighbours returns for each of the given spaces the k memories of the namespace ("": all) that are most like a memory
// with the given values and time, most similar first, ties by id. It compares memories with each other, so that a copy has
// similarity 1 (less what quantising costs) in every space: the sparse spaces are cosines, and E5 is the mean of cause with
// cause and effect with effect. E12 is compared over the union of the other spaces' neighbours only. Spaces in which the
// values are absent give none; so does E12 without a token source.
func (ix *Index) Neighbours(ctx context.Context, namespace string, values *fingerprint.Fingerprint, when time.Time, k int,
	spaces models.Set) ([models.Count][]Neighbour, error) {
	var out [models.Count][]Neighbour
	if k < 1 {
		return out, fmt.Errorf("find neighbours: k %d is below 1", k)
	}
	if ix.tokens == nil {
		spaces = spaces.Without(models.SetOf(models.LateInteraction))
	}
	p, err := newProbe(values, when, spaces, BothDirections, true)
	if err != nil {
		return out, fmt.Errorf("find neighbours: %w", err)
	}
	s, err := newScan(ctx, ix.state.Load(), p, Filter{Namespace: namespace}, nil)
	defer s.release()
	if err != nil {
		return out, fmt.Errorf("find neighbours: %w", err)
	}
	if s.total == 0 {
		return out, nil
	}
	var near []int32
	for _, v := range p.spaces.Without(models.SetOf(models.LateInteraction)).Spaces() {
		rows := s.nearest(v, k)
		out[v] = s.neighbours(v, rows)
		near = append(near, rows...)
	}
	if !p.spaces.Has(models.LateInteraction) {
		return out, nil
	}
	slices.Sort(near)
	if err := ix.tokenScores(ctx, s, slices.Compact(near)); err != nil {
		return out, fmt.Errorf("find neighbours: %w", err)
	}
	out[models.LateInteraction] = s.neighbours(models.LateInteraction, s.nearest(models.LateInteraction, k))
	return out, nil
}

// nearest are the k rows of greatest similarity, however small.
func (s *scan) nearest(v models.Space, k int) []int32 {
	rows := kernels.TopK(s.scores[v], float32(math.Inf(-1)), k)
	if len(rows) == k {
		rows = settleCut(s.scores[v], rows, s.state.id)
	}
	slices.SortFunc(rows, func(a, b int32) int {
		switch x, y := s.scores[v][a], s.scores[v][b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return compareIDs(s.state.id(a), s.state.id(b))
	})
	return rows
}

func (s *scan) neighbours(v models.Space, rows []int32) []Neighbour {
	out := make([]Neighbour, len(rows))
	for i, r := range rows {
		out[i] = Neighbour{s.state.id(r), s.similarity(v, r)}
	}
	return out
}
