package search

import (
	"context"
	"math"
	"slices"

	"asterism/kernels"
	"asterism/models"
)

// A search of many rows takes two looks: estimates of all of them, from the codes, the times and the lists of terms, choose candidates, and
// these are compared exactly. Both looks see the same scales (standard.go), so a candidate's score is that of a search that compares all
// (but for E12's scale, which is that of the rows whose tokens were compared).
const (
	// exactRows is up to how many rows all are compared: choosing would cost as much.
	exactRows = 4096
	// candidateRows is how many are chosen otherwise. It does not depend on how many are asked for, so that the first k hits are the same
	// whatever topK is.
	candidateRows = 512
)

// candidates are the rows that deserve an exact look: those of the highest estimated score, ties by id; all when they are few. least is
// [Question.MinSimilarity].
func (s *scan) candidates(ctx context.Context, weights *[models.Count]float64, scales *[models.Count]standard, least float64) ([]int32, error) {
	if s.probe.deciding().Has(models.LateInteraction) {
		least = 0 // nothing tells yet how similar a memory is there
	}
	scores := newScores(len(s.state.chunks) * chunkRows)
	defer recycle(scores)
	s.probe.readyCodes()
	sum := &roughSum{scan: s, weights: weights, scales: scales, least: least, scores: scores}
	err := parallel(ctx, len(s.state.chunks), sum.chunk)
	if err != nil {
		return nil, err
	}
	return s.best(scores, candidateRows), nil
}

// best are the n rows of the greatest values, ties by id, in ascending order of rows.
func (s *scan) best(values []float32, n int) []int32 {
	rows := kernels.TopK(values, float32(math.Inf(-1)), n)
	if len(rows) == n {
		rows = settleCut(values, rows, s.state.id)
	}
	slices.Sort(rows)
	return rows
}

// roughSum estimates fused scores.
type roughSum struct {
	*scan
	weights *[models.Count]float64
	scales  *[models.Count]standard
	least   float64
	scores  []float32 // by row; NaN: not allowed, or nothing to say
}

// chunk estimates the scores of one chunk.
func (f *roughSum) chunk(w *workspace, c int) {
	out := f.scores[c*chunkRows:][:chunkRows]
	if f.counts[c] == 0 {
		blank(out)
		return
	}
	clear(w.sums[:])
	clear(w.weights[:])
	clear(w.close[:])
	n, whole, spaces := f.state.rows(c), float32(0), f.probe.spaces.Without(models.SetOf(models.LateInteraction))
	if f.least <= 0 && spaces&ageSpaces == ageSpaces && f.state.chunks[c].lack()&ageSpaces == 0 {
		whole += f.addAges(w, c)
		spaces = spaces.Without(ageSpaces)
	}
	list := spaces.Spaces()
	for i, v := range list {
		w.next = f.state.chunks[c].firstCodes(list[i+1:])
		factor := float32(f.weights[v] / f.scales[v].deviation)
		offset, weight := float32(f.weights[v]*f.scales[v].mean/f.scales[v].deviation), float32(f.weights[v])
		if f.least <= 0 && !f.state.chunks[c].lack().Has(v) {
			f.addWhole(w, c, v, factor, offset)
			whole += weight
		} else {
			f.addEach(w, c, v, factor, offset, weight)
		}
	}
	w.next = nil
	if f.least <= 0 && whole > 0 && f.allAllowed(c) {
		for r := range n {
			out[r] = w.sums[r] / (w.weights[r] + whole)
		}
		blank(out[n:])
		return
	}
	for r := range out {
		if out[r] = nan; r < n && f.allowed[c][r/64]>>(r%64)&1 != 0 && w.weights[r]+whole > 0 && (f.least <= 0 || w.close[r]) {
			out[r] = w.sums[r] / (w.weights[r] + whole)
		}
	}
}

// addEach adds a space that some rows of the chunk may lack.
func (f *roughSum) addEach(w *workspace, c int, v models.Space, factor, offset, weight float32) {
	deciding := f.least > 0 && f.probe.deciding().Has(v)
	for r, x := range f.estimate(w, c, v)[:f.state.rows(c)] {
		if x == x {
			w.sums[r] += factor*x - offset
			w.weights[r] += weight
			w.close[r] = w.close[r] || deciding && x+closeness >= float32(f.least)
		}
	}
}

// addWhole adds a space in which all rows of the chunk have a value: the same sums, without a look at each row.
func (f *roughSum) addWhole(w *workspace, c int, v models.Space, factor, offset float32) {
	k, n, p := f.state.chunks[c], f.state.rows(c), f.probe
	switch {
	case v == models.HDC:
		col := k.bits.Load()
		distances := w.whole[:n]
		must(kernels.DotBits(p.hdc, col.codes, w.next, distances))
		must(kernels.AddScaled(w.sums[:n], distances, nil, -2*factor/(64*hdcCodeWords), offset-factor))
	case v.Info().Kind == models.Dense && v.Info().Origin != models.FromTime:
		column := denseOf[v]
		col, sums := k.signs[column].Load(), w.whole[:n]
		must(kernels.DotBits(p.signs[column], col.codes, w.next, sums))
		must(kernels.AddScaled(w.sums[:n], sums, col.factors[:n], factor*p.signs[column].Unit(), offset))
	case v == models.Causal && p.bothWays():
		w.roughDense(k, causeColumn, p, w.first[:n])
		w.roughDense(k, effectColumn, p, w.second[:n])
		must(kernels.AddGreater(w.sums[:n], w.first[:n], w.second[:n], factor, offset))
	default: // not a number where a row is not allowed: such a row is left out at the end
		must(kernels.AddGreater(w.sums[:n], f.similarities(w, c, v), nil, factor, offset))
	}
}

// closeness is by how much an estimate may fall short of a similarity: four deviations of the coarsest codes, which a test holds to .08.
const closeness = 0.32

// ageSpaces are looked up by the same age.
var ageSpaces = models.SetOf(models.TemporalRecent, models.TemporalPositional)

// addAges adds E2 and E4 together, and returns their weight.
func (f *roughSum) addAges(w *workspace, c int) float32 {
	const a, b = models.TemporalRecent, models.TemporalPositional
	x, y := f.weights[a]/f.scales[a].deviation, f.weights[b]/f.scales[b].deviation
	recent, positional, offset := float32(x), float32(y), float32(x*f.scales[a].mean+y*f.scales[b].mean)
	table, ref := ages(), f.probe.ref
	for r, t := range f.state.chunks[c].times[:f.state.rows(c)] {
		entry, ahead := ageEntry(ref, t)
		young := entry
		if ahead {
			young = 0
		}
		w.sums[r] += recent*table.recent[young] + positional*table.positional[entry] - offset
	}
	return float32(f.weights[a] + f.weights[b])
}

// estimate are the similarities of a chunk's rows in a space, as far as the codes tell; NaN where there is none. Rows that are not allowed
// may have anything. The result is the workspace's.
func (s *scan) estimate(w *workspace, c int, space models.Space) []float32 {
	out, k := s.similarities(w, c, space), s.state.chunks[c]
	if s.sparse[space] != nil || !k.lack().Has(space) {
		return out
	}
	for r := range out {
		if !k.present[r].Has(space) {
			out[r] = nan
		}
	}
	return out
}

// similarities is [scan.estimate] with anything for rows that have no value.
func (s *scan) similarities(w *workspace, c int, space models.Space) []float32 {
	k, n, p := s.state.chunks[c], s.state.rows(c), s.probe
	if sparse := s.sparse[space]; sparse != nil {
		return sparse[c*chunkRows:][:n]
	}
	out := w.first[:n]
	switch space {
	case models.TemporalRecent, models.TemporalPositional:
		roughAges(k, p.ref, space, out)
	case models.TemporalPeriodic:
		ref, table := turnsOf(p.ref), roughDirichlet()
		for r := range out {
			out[r] = ref.roughPeriodic(&k.turns[r], table)
		}
	case models.Causal:
		p.pair(out, w.second[:n], func(column int, out []float32) { w.roughDense(k, column, p, out) })
	case models.HDC:
		w.roughBinary(k, p.hdc, out)
	default:
		w.roughDense(k, denseOf[space], p, out)
	}
	return out
}

// roughAges looks E2 or E4 up.
func roughAges(k *chunk, ref int64, space models.Space, out []float32) {
	table := &ages().positional
	if space == models.TemporalRecent {
		table = &ages().recent
	}
	for r := range out {
		entry, ahead := ageEntry(ref, k.times[r])
		if ahead && space == models.TemporalRecent {
			entry = 0
		}
		out[r] = table[entry]
	}
}

// roughDense estimates from the signs of a column.
func (w *workspace) roughDense(k *chunk, column int, p *probe, out []float32) {
	col := k.signs[column].Load()
	if col == nil {
		return
	}
	sums, next := w.whole[:len(out)], w.next
	if column == causeColumn && p.effects != 0 {
		next = k.codes(effectColumn)
	}
	must(kernels.DotBits(p.signs[column], col.codes, next, sums))
	clear(out)
	must(kernels.AddScaled(out, sums, col.factors[:len(out)], p.signs[column].Unit(), 0))
}

// roughBinary estimates E9 from the first of its bits.
func (w *workspace) roughBinary(k *chunk, query kernels.BitQuery, out []float32) {
	col := k.bits.Load()
	if col == nil {
		return
	}
	distances := w.whole[:len(out)]
	must(kernels.DotBits(query, col.codes, w.next, distances))
	for r, d := range distances {
		out[r] = 1 - 2*float32(d)/(64*hdcCodeWords)
	}
}
