package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Neighbour is a stored memory similar to another.
type Neighbour struct {
	ID         store.ID
	Similarity float64
}

// Neighbours returns for each of the given spaces the k memories of the namespace ("": all) that are most similar to a
// memory with the given values and time, most similar first, ties by id. It compares memories with each other, so that a
// copy has similarity 1 (less the quantisation error) in every space: the sparse spaces are cosines, and E5 is the mean of
// cause with cause and effect with effect. E12 is compared only over the union of the other spaces' neighbours. Spaces in
// which the values are absent have no neighbours; nor has E12 without a token source.
func (ix *Index) Neighbours(ctx context.Context, namespace string, values *fingerprint.Fingerprint, when time.Time, k int,
	spaces models.Set) ([models.Count][]Neighbour, error) {
	var out [models.Count][]Neighbour
	err := ix.withReplica(ctx, func(m Replica) (err error) {
		out, err = ix.neighbours(ctx, m, namespace, values, when, k, spaces)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("find neighbours: %w", err)
	}
	return out, nil
}

func (ix *Index) neighbours(ctx context.Context, m Replica, namespace string, values *fingerprint.Fingerprint, when time.Time, k int,
	spaces models.Set) ([models.Count][]Neighbour, error) {
	var out [models.Count][]Neighbour
	if k < 1 {
		return out, fmt.Errorf("k %d is below 1", k)
	}
	if ix.tokens == nil {
		spaces = spaces.Without(models.SetOf(models.LateInteraction))
	}
	p, err := newProbe(values, when, spaces, BothDirections, true)
	if err != nil {
		return out, err
	}
	if k > MaxReplicaTopK/nearRows {
		m = nil // it cannot return so many
	}
	s, err := ix.newScan(ctx, m, p, Filter{Namespace: namespace}, nil)
	defer s.release()
	if err != nil || s.total == 0 {
		return out, err
	}
	if s.total > ix.sizes.Few {
		if err := s.prepareCodes(); err != nil {
			return out, err
		}
	}
	near, err := ix.neighboursInEach(ctx, s, k, &out)
	if err != nil {
		return out, err
	}
	if !p.spaces.Has(models.LateInteraction) {
		return out, nil
	}
	slices.Sort(near)
	t := &table{scan: s, rows: slices.Compact(near)}
	defer t.recycle()
	if err := ix.compareTokens(ctx, t, t.positions()); err != nil {
		return out, err
	}
	out[models.LateInteraction] = t.neighbours(models.LateInteraction, t.nearest(models.LateInteraction, k))
	return out, nil
}

// neighboursInEach finds the neighbours in every space except E12, and returns their rows. The spaces run in parallel, so the goroutines wait for each other once, and
// not at each step of each space. A replica is asked about one space after the other.
func (ix *Index) neighboursInEach(ctx context.Context, s *scan, k int, out *[models.Count][]Neighbour) ([]int32, error) {
	spaces := s.probe.spaces.Without(models.SetOf(models.LateInteraction)).Spaces()
	rows := make([][]int32, len(spaces))
	inside := ctx
	find := func(_ *scratch, i int) error {
		v := spaces[i]
		t, err := ix.nearest(inside, s, v, k)
		if err != nil {
			return err
		}
		defer t.recycle()
		positions := t.nearest(v, k)
		out[v] = t.neighbours(v, positions)
		for _, at := range positions {
			rows[i] = append(rows[i], t.rows[at])
		}
		return nil
	}
	among := ctx
	switch {
	case s.searcher != nil:
		among = context.WithValue(ctx, inTurn{}, true)
	case len(spaces) >= runtime.GOMAXPROCS(0):
		inside = context.WithValue(ctx, inTurn{}, true)
	}
	err := parallel(among, len(spaces), find)
	return slices.Concat(rows...), err
}

// nearRows is how many rows are selected by a space's estimates for each neighbour.
const nearRows = 32

// nearest compares in one space all rows or, if there are many, those with the highest estimates.
func (ix *Index) nearest(ctx context.Context, s *scan, v models.Space, k int) (*table, error) {
	if s.total <= ix.sizes.Few {
		return s.exact(ctx, s.allRows(), models.SetOf(v))
	}
	n := nearRows * k
	var there topRows
	wait := s.startOnReplica(func(searcher Searcher) error {
		alone, plain := *s.query, &Scoring{}
		alone.Spaces, plain.Weights[v] = models.SetOf(v), 1
		for i := range plain.Deviations {
			plain.Deviations[i] = 1
		}
		return replicaTopRows(ctx, searcher, &alone, plain, n, 0, &there)
	})
	values := newScores(len(s.local) * chunkRows)
	defer recycle(values)
	err := parallel(ctx, len(s.local), func(w *scratch, i int) error {
		c, out := s.local[i], values[i*chunkRows:][:chunkRows]
		blank(out)
		estimates, err := s.estimate(w, c, v)
		if err != nil {
			return err
		}
		copy(out, estimates[:s.state.rows(c)])
		s.blankOthers(c, v, out)
		return nil
	})
	if err := cmp.Or(wait(), err); err != nil {
		return nil, err
	}
	return s.exact(ctx, topRowsOf(values, s.row, n, s.state.id).merge(there, n, s.state.id).rows, models.SetOf(v))
}

// nearest returns the positions of the k rows of greatest similarity, with no threshold.
func (t *table) nearest(v models.Space, k int) []int32 {
	positions := TopK(t.scores[v], k, t.id)
	slices.SortFunc(positions, func(a, b int32) int {
		if c := cmp.Compare(t.scores[v][b], t.scores[v][a]); c != 0 {
			return c
		}
		return compareIDs(t.id(a), t.id(b))
	})
	return positions
}

// positions returns those of all rows.
func (t *table) positions() []int32 {
	out := make([]int32, len(t.rows))
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func (t *table) neighbours(v models.Space, positions []int32) []Neighbour {
	out := make([]Neighbour, len(positions))
	for k, i := range positions {
		out[k] = Neighbour{t.id(i), t.similarity(v, i)}
	}
	return out
}
