package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Compared holds the similarity of a memory to each of the given values.
type Compared struct {
	ID         store.ID
	Time       time.Time               // zero: none
	Theta      float64                 // its alignment with the goals of its namespace; NaN: none
	Similarity [][models.Count]float64 // to each of the values, in order; NaN where the value or the memory has none in that space, or the space was not asked for
}

// MissingError lists the ids that belong to no live memory that passes the filter.
type MissingError struct{ IDs []store.ID }

func (e *MissingError) Error() string {
	return fmt.Sprintf("%d memories are not there, the first is %s", len(e.IDs), e.IDs[0])
}

// Compare calls fn with the similarity of every memory that passes the filter to each of the values, in the given spaces. It compares them as memories (see
// [Index.Neighbours]), exactly, and leaves no memory out. The temporal spaces are NaN, since values have no time. ids restricts it to these memories; if one is not live
// or does not pass, Compare returns a *MissingError before it calls fn. It reads one snapshot of the index, in the index's order, in blocks of at most 1,024; total is the
// number of all memories. fn may keep the block. The first error of fn ends Compare and is returned unchanged. Compare needs memory for one block only.
func (ix *Index) Compare(ctx context.Context, values []*fingerprint.Fingerprint, spaces models.Set, f Filter, ids []store.ID,
	fn func(block []Compared, total int) error) error {
	c, err := ix.newComparison(ctx, values, spaces, f, ids)
	defer c.release()
	if err != nil {
		return fmt.Errorf("compare memories: %w", err)
	}
	for chunk := range c.allowed {
		if c.counts[chunk] == 0 {
			continue
		}
		block, err := c.block(ctx, chunk)
		if err != nil {
			return fmt.Errorf("compare memories: %w", err)
		}
		if err := fn(block, c.total); err != nil {
			return err
		}
	}
	return nil
}

// comparison is a filtered snapshot and the values that it is compared with: one scan per value, over the same rows.
type comparison struct {
	*scan
	index *Index
	sides []*scan
}

func (ix *Index) newComparison(ctx context.Context, values []*fingerprint.Fingerprint, spaces models.Set, f Filter, ids []store.ID) (*comparison, error) {
	c := &comparison{index: ix}
	if ix.tokens == nil {
		spaces = spaces.Without(models.SetOf(models.LateInteraction))
	}
	var err error
	if c.scan, err = ix.newScan(ctx, nil, &probe{}, f, nil); err != nil {
		return c, err
	}
	if ids != nil {
		if err := c.restrictTo(ids); err != nil {
			return c, err
		}
	}
	for _, v := range values {
		p, err := newProbe(v, time.Time{}, spaces, BothDirections, true)
		if err != nil {
			return c, err
		}
		side := *c.scan
		side.probe = p
		c.sides = append(c.sides, &side)
	}
	return c, nil
}

func (c *comparison) release() {
	for _, s := range c.sides {
		s.release()
	}
	c.scan.release()
}

// restrictTo allows only the rows of the ids.
func (s *scan) restrictTo(ids []store.ID) error {
	wanted := make(map[store.ID]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	for c := range s.allowed {
		rows := s.rows(nil, c)
		s.allowed[c], s.counts[c] = [chunkRows / 64]uint64{}, 0
		for _, r := range rows {
			if id := s.state.chunks[c].ids[r]; wanted[id] {
				s.allowed[c][r/64] |= 1 << (r % 64)
				s.counts[c]++
				delete(wanted, id)
			}
		}
	}
	s.total = 0
	for _, n := range s.counts {
		s.total += n
	}
	var missing MissingError
	for _, id := range ids {
		if wanted[id] {
			delete(wanted, id)
			missing.IDs = append(missing.IDs, id)
		}
	}
	if missing.IDs != nil {
		return &missing
	}
	return nil
}

// block compares the rows of a chunk.
func (c *comparison) block(ctx context.Context, chunk int) ([]Compared, error) {
	rows := c.number(nil, chunk)
	tables := make([]*table, len(c.sides))
	for i, s := range c.sides {
		tables[i] = &table{scan: s, rows: rows}
		defer tables[i].recycle()
	}
	if err := c.compareRows(ctx, chunk, rows, tables); err != nil {
		return nil, err
	}
	if err := c.compareTokens(ctx, rows, tables); err != nil {
		return nil, err
	}
	return c.results(chunk, rows, tables), nil
}

// compareRows fills in all spaces except E12. Values of a cold chunk are read once for all sides.
func (c *comparison) compareRows(ctx context.Context, chunk int, rows []int32, tables []*table) error {
	type job struct {
		table *table
		space models.Space
	}
	var jobs []job
	var spaces models.Set
	for i, t := range tables {
		for _, v := range c.sides[i].probe.spaces.Without(models.SetOf(models.LateInteraction)).Spaces() {
			t.scores[v] = newScores(len(rows))
			jobs = append(jobs, job{t, v})
			spaces = spaces.With(v)
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	parts := jobs[0].table.parts(spaces)
	if err := jobs[0].table.read(ctx, parts); err != nil {
		return err
	}
	return parallel(ctx, len(jobs), func(w *scratch, i int) error {
		t, v := jobs[i].table, jobs[i].space
		if v.Info().Kind == models.Terms {
			t.compareTerms(w, chunk, v)
			return nil
		}
		return t.compare(w, parts[0], v)
	})
}

// compareTerms fills in a sparse space for rows of one chunk.
func (t *table) compareTerms(w *scratch, chunk int, space models.Space) {
	k := t.state.chunks[chunk]
	clear(w.first[:])
	if col := k.terms[space].Load(); col != nil {
		col.dot(t.probe.terms[space], true, t.state.rows(chunk), &w.first)
	}
	for i, row := range t.rows {
		r := row % chunkRows
		if t.scores[space][i] = nan; k.present[r].Has(space) {
			t.scores[space][i] = w.first[r]
		}
	}
}

// compareTokens fills in E12. The memories' tokens are read once for all sides.
func (c *comparison) compareTokens(ctx context.Context, rows []int32, tables []*table) error {
	var sides []*table
	for _, t := range tables {
		if t.probe.spaces.Has(models.LateInteraction) {
			t.scores[models.LateInteraction] = newScores(len(rows))
			blank(t.scores[models.LateInteraction])
			sides = append(sides, t)
		}
	}
	for from := 0; from < len(rows) && len(sides) > 0; from += tokenBatch {
		ids, positions := []store.ID{}, []int32{}
		for i := from; i < min(from+tokenBatch, len(rows)); i++ {
			ids, positions = append(ids, c.state.id(rows[i])), append(positions, int32(i))
		}
		values, err := c.index.tokens.TokenVectors(ctx, ids)
		if err != nil {
			return fmt.Errorf("read token vectors: %w", err)
		}
		if len(values) != len(ids) {
			return fmt.Errorf("read token vectors: %d values for %d memories", len(values), len(ids))
		}
		failed := make([]error, len(sides))
		for i, t := range sides {
			failed[i] = maxSimAll(ctx, t.probe.values[models.LateInteraction].Vectors, positions, values, t.scores[models.LateInteraction])
		}
		if err := cmp.Or(ctx.Err(), errors.Join(failed...)); err != nil {
			return err
		}
	}
	return nil
}

// results returns the similarities of each row of the chunk.
func (c *comparison) results(chunk int, rows []int32, tables []*table) []Compared {
	out := make([]Compared, len(rows))
	all := make([][models.Count]float64, len(rows)*len(tables))
	k := c.state.chunks[chunk]
	for i, row := range rows {
		r := row % chunkRows
		out[i] = Compared{ID: k.ids[r], Theta: float64(k.theta(int(r))), Similarity: all[i*len(tables):][:len(tables):len(tables)]}
		if k.present[r].Has(anyTime) {
			out[i].Time = time.Unix(0, k.times[r]).UTC()
		}
		for j, t := range tables {
			for v := range t.scores {
				out[i].Similarity[j][v] = math.NaN()
				if t.scores[v] != nil {
					out[i].Similarity[j][v] = t.similarity(models.Space(v), int32(i))
				}
			}
		}
	}
	return out
}
