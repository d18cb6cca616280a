package search

import (
	"asterism/engine/temporal"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"asterism/kernels"
	"asterism/models"
)

// table holds the exact similarities of some rows: exact for the stored values, which are quantised.
type table struct {
	*scan
	rows   []int32                 // over all chunks, ascending
	scores [models.Count][]float32 // by position in rows; NaN: absent; nil: not compared
	bare   map[int32]bool          // positions whose token vectors should exist but were not there when read; nil: none
}

// exact compares the given rows, which must be allowed and ascending, in the given spaces except E12. The table must be recycled, also
// after an error.
func (s *scan) exact(ctx context.Context, rows []int32, spaces models.Set) (*table, error) {
	t := &table{scan: s, rows: rows}
	spaces = spaces.Without(models.SetOf(models.LateInteraction))
	list := spaces.Spaces()
	for _, v := range list {
		t.scores[v] = newScores(len(rows))
	}
	wait := t.compareOnReplica(ctx, spaces)
	err := t.compareLocal(ctx, list, t.copyPrecompared(t.parts(spaces)))
	return t, cmp.Or(wait(), err)
}

// compareLocal compares the parts on the processor.
func (t *table) compareLocal(ctx context.Context, list []models.Space, parts []part) error {
	if err := t.read(ctx, parts); err != nil {
		return err
	}
	return parallel(ctx, len(parts)*len(list), func(w *scratch, task int) error {
		part, v := parts[task%len(parts)], list[task/len(parts)] // space by space, so that the question's vector stays in the cache
		if !part.spaces.Has(v) {
			return nil
		}
		return t.compare(w, part, v)
	})
}

// part is a range of positions in a list of rows of one chunk, the spaces in which the processor compares them, and
// their values.
type part struct {
	chunk, from, to int
	spaces          models.Set
	*columns
}

// parts splits the table's rows by chunks and leaves out those that the replica compares in all of the spaces.
func (t *table) parts(spaces models.Set) (out []part) {
	for from := 0; from < len(t.rows); {
		p := part{chunk: int(t.rows[from]) / chunkRows, from: from, to: from + 1, spaces: spaces}
		for p.to < len(t.rows) && int(t.rows[p.to])/chunkRows == p.chunk {
			p.to++
		}
		if from = p.to; t.onReplica(p.chunk) {
			p.spaces = spaces.Without(t.replicaSpaces)
		}
		if p.spaces != 0 {
			out = append(out, p)
		}
	}
	return out
}

// copyPrecompared fills in the parts whose rows were all compared before, to select candidates, and returns the others.
// Otherwise values on disk would be read twice.
func (t *table) copyPrecompared(parts []part) []part {
	if t.precompared == nil {
		return parts
	}
	return slices.DeleteFunc(parts, func(p part) bool {
		positions := make([]int, p.to-p.from)
		for i, row := range t.rows[p.from:p.to] {
			at, found := slices.BinarySearch(t.precompared.rows, row)
			if !found {
				return false
			}
			positions[i] = at
		}
		for _, v := range p.spaces.Spaces() {
			for i, at := range positions {
				t.scores[v][p.from+i] = t.precompared.scores[v][at]
			}
		}
		return true
	})
}

// compare fills in the similarities of a part in one space.
func (t *table) compare(w *scratch, p part, space models.Space) error {
	k, out := t.state.chunks[p.chunk], t.scores[space][p.from:p.to]
	if sparse := t.sparse[space]; sparse != nil {
		sparse = t.chunkValues(sparse, p.chunk)
		for i, row := range t.rows[p.from:p.to] {
			out[i] = sparse[row%chunkRows]
		}
		return nil
	}
	w.pick = w.pick[:0]
	for i, row := range t.rows[p.from:p.to] {
		if p.has == nil {
			w.pick = append(w.pick, row%chunkRows)
		} else {
			w.pick = append(w.pick, int32(i))
		}
	}
	if err := t.similarities(w, p, space, out); err != nil {
		return fmt.Errorf("compare in %v: %w", space, err)
	}
	for i, row := range t.rows[p.from:p.to] {
		if !k.present[row%chunkRows].Has(space) || p.has != nil && evictable.Has(space) && !p.has[i].Has(space) {
			out[i] = nan
		}
	}
	return nil
}

// similarities writes the similarities of a part in one space into out; rows without a value may get any number. The scratch memory's pick lists
// the rows in the columns.
func (t *table) similarities(w *scratch, part part, space models.Space, out []float32) error {
	p, k := t.probe, t.state.chunks[part.chunk]
	switch space {
	case models.TemporalRecent:
		for i, row := range t.rows[part.from:part.to] {
			out[i] = temporal.Recency(p.ref, k.times[row%chunkRows])
		}
	case models.TemporalPeriodic:
		for i, row := range t.rows[part.from:part.to] {
			out[i] = p.phases.Periodicity(k.times[row%chunkRows])
		}
	case models.TemporalPositional:
		for i, row := range t.rows[part.from:part.to] {
			out[i] = temporal.Order(p.ref, k.times[row%chunkRows])
		}
	case models.Causal:
		return p.pair(out, w.second[:len(out)], func(column int, out []float32) error { return w.dense(part.dense[column], p.dense[column], out) })
	case models.HDC:
		return w.binary(part.bits, p.values[space].Bits, out)
	default:
		return w.dense(part.dense[denseOf[space]], p.dense[denseOf[space]], out)
	}
	return nil
}

// pair compares in E5. The question is a text whose causes or effects are looked for. With FindCauses the memory is
// the cause: its cause vector is compared with the question's effect vector (times 0.8). With FindEffects it is the
// other way round (times 1.2). Otherwise the greater of both counts (times 1). Likeness takes the mean of cause with
// cause and effect with effect. compare writes the similarities of one column.
func (p *probe) pair(out, other []float32, compare func(column int, out []float32) error) error {
	if p.causes != 0 {
		if err := compare(causeColumn, out); err != nil {
			return err
		}
	}
	if p.effects != 0 {
		if err := compare(effectColumn, other); err != nil {
			return err
		}
	}
	switch {
	case p.likeness:
		for i, x := range other {
			out[i] = (out[i] + x) / 2
		}
	case p.effects == 0:
		for i := range out {
			out[i] *= p.causes
		}
	case p.causes == 0:
		for i, x := range other {
			out[i] = p.effects * x
		}
	default: // bothWays
		for i, x := range other {
			if x > out[i] {
				out[i] = x
			}
		}
	}
	return nil
}

// bothWays reports whether E5 is the greater of both products, each times 1.
func (p *probe) bothWays() bool { return p.causes == 1 && p.effects == 1 && !p.likeness }

// dense compares the picked rows of a column.
func (w *scratch) dense(col *denseColumn, query kernels.Query16, out []float32) error {
	if col == nil {
		return nil
	}
	return kernels.DotI8(query, col.rows, col.scales, w.pick, out)
}

// binary compares the picked rows in E9.
func (w *scratch) binary(rows, query []uint64, out []float32) error {
	if rows == nil {
		return nil
	}
	distances := w.whole[:len(out)]
	if err := kernels.Hamming(query, rows, w.pick, distances); err != nil {
		return err
	}
	for i, d := range distances {
		out[i] = 1 - 2*float32(d)/float32(models.HDC.Info().Width)
	}
	return nil
}

// similarity is the similarity at a position in a space; NaN where there is none.
func (t *table) similarity(space models.Space, position int32) float64 {
	if t.scores[space] == nil {
		return math.NaN()
	}
	return float64(t.scores[space][position])
}

func (t *table) recycle() {
	recycle(t.scores[:]...)
	clear(t.scores[:])
}
