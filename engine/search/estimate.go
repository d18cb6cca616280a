package search

import (
	"cmp"
	"context"
	"fmt"

	"asterism/kernels"
	"asterism/models"
)

// A search of many rows has two passes. The first estimates all rows from the codes, the times and the posting lists, and
// selects candidates. The second compares the candidates exactly. Both use the same scales (standard.go), so a
// candidate's score equals that of a search that compares all rows. Only E12's scale differs: it is that of the rows
// whose tokens were compared.
//
// The replica estimates its own rows, and compares many more of them exactly before it selects. So its selection is nearer
// to that of a search that compares all. The candidates are the best of both sides.

// candidates returns the rows to compare exactly: those of the highest estimated score, ties by id; all when they are
// few. least is [Question.MinSimilarity].
func (s *scan) candidates(ctx context.Context, weights *[models.Count]float64, scales *[models.Count]standard, least float64, sizes Sizes) ([]int32, error) {
	deciding := s.probe.deciding()
	if deciding.Has(models.LateInteraction) {
		least = 0 // there are no estimates in E12
	}
	if err := s.prepareCodes(); err != nil {
		return nil, err
	}
	n, refined := sizes.Candidates, s.refined(sizes)
	var fromReplica topRows
	wait := s.startOnReplica(func(searcher Searcher) error {
		return replicaTopRows(ctx, searcher, s.query, newScoring(weights, scales, least, deciding), n, refined, &fromReplica)
	})
	sum := &estimator{scan: s, weights: weights, scales: scales, least: least, words: refined == 0 && s.searcher == nil}
	fromLocal, err := sum.topRows(ctx, n, refined)
	if err := cmp.Or(wait(), err); err != nil {
		return nil, err
	}
	chosen, leads, err := s.together(ctx, fromLocal.merge(fromReplica, n, s.state.id), n)
	if err != nil {
		return nil, err
	}
	return s.withFollowers(chosen, leads), nil
}

// refined returns how many rows are compared exactly to select the candidates; 0: they are selected by estimates.
func (s *scan) refined(sizes Sizes) int {
	values := models.All // on the processor
	if s.searcher != nil {
		values = s.replicaSpaces
	}
	if sizes.Refined <= sizes.Candidates || s.searcher == nil && !sizes.Alone || s.probe.spaces.Without(values|models.SetOf(models.LateInteraction)) != 0 {
		return 0
	}
	return sizes.Refined
}

// estimator estimates fused scores.
type estimator struct {
	*scan
	weights *[models.Count]float64
	scales  *[models.Count]standard
	least   float64
	words   bool      // use the question's words too; false where exact scores select: a replica does not know the words, and both sides must select by the same rule
	scores  []float32 // of the local rows; NaN: not allowed, or no estimate
}

// topRows returns the best n of the local rows by their estimates. If refined is not 0, that many rows are compared
// exactly and the best n by exact scores are returned; if the replica has chunks too, only n rows are compared, since
// the replica compares enough of its own.
func (f *estimator) topRows(ctx context.Context, n, refined int) (topRows, error) {
	f.scores = newScores(len(f.local) * chunkRows)
	defer recycle(f.scores)
	if err := parallel(ctx, len(f.local), f.chunk); err != nil {
		return topRows{}, err
	}
	if refined == 0 {
		return topRowsOf(f.scores, f.row, n, f.state.id), nil
	}
	if f.searcher != nil {
		refined = n
	}
	t, err := f.exact(ctx, topRowsOf(f.scores, f.row, refined, f.state.id).rows, f.probe.spaces)
	if err != nil {
		t.recycle()
		return topRows{}, err
	}
	if f.precompared != nil { // of an earlier selection
		f.precompared.recycle()
	}
	f.precompared = t
	exact := newSelection(t, f.weights, f.scales)
	defer recycle(exact.scores)
	if f.least > 0 {
		exact.drop(f.least)
	}
	return topRowsOf(exact.scores, func(i int32) int32 { return t.rows[i] }, n, f.state.id), nil
}

// chunk estimates the scores of one local chunk.
func (f *estimator) chunk(w *scratch, i int) error {
	c, out := f.local[i], f.scores[i*chunkRows:][:chunkRows]
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
			if err := f.addPresent(w, c, v, factor, offset); err != nil {
				return fmt.Errorf("estimate in %v: %w", v, err)
			}
			whole += weight
		} else if err := f.addPartial(w, c, v, factor, offset, weight); err != nil {
			return fmt.Errorf("estimate in %v: %w", v, err)
		}
	}
	w.next = nil
	if f.least <= 0 && whole > 0 && f.allAllowed(c) {
		for r := range n {
			out[r] = w.sums[r] / (w.weights[r] + whole)
		}
		blank(out[n:])
		f.addBonuses(c, out)
		return nil
	}
	for r := range out {
		if out[r] = nan; r < n && f.allowed[c][r/64]>>(r%64)&1 != 0 && w.weights[r]+whole > 0 && (f.least <= 0 || w.close[r]) {
			out[r] = w.sums[r] / (w.weights[r] + whole)
		}
	}
	f.addBonuses(c, out)
	return nil
}

// addBonuses adds the bonuses that belong to no space.
func (f *estimator) addBonuses(c int, out []float32) {
	f.addNear(c, out)
	if f.words { // a replica knows neither words nor files
		f.addFiled(c, out)
		f.addWords(c, out)
	}
}

// addPartial adds a space that some rows of the chunk may lack.
func (f *estimator) addPartial(w *scratch, c int, v models.Space, factor, offset, weight float32) error {
	deciding := f.least > 0 && f.probe.deciding().Has(v)
	estimates, err := f.estimate(w, c, v)
	if err != nil {
		return err
	}
	for r, x := range estimates[:f.state.rows(c)] {
		if x == x {
			w.sums[r] += float32(factor*x) - offset // the product rounded, on every processor
			w.weights[r] += weight
			w.close[r] = w.close[r] || deciding && x+estimateMargin >= float32(f.least)
		}
	}
	return nil
}

// addPresent adds a space in which all rows of the chunk have a value: the same sums, without a check of each row.
func (f *estimator) addPresent(w *scratch, c int, v models.Space, factor, offset float32) error {
	k, n, p := f.state.chunks[c], f.state.rows(c), f.probe
	switch {
	case v == models.HDC:
		col := k.bits.Load()
		distances := w.whole[:n]
		if err := kernels.DotBits(p.hdc, col.codes, w.next, distances); err != nil {
			return err
		}
		return kernels.AddScaled(w.sums[:n], distances, nil, -2*factor/(64*hdcCodeWords), offset-factor)
	case v.Info().Kind == models.Dense && v.Info().Origin != models.FromTime:
		column := denseOf[v]
		col, sums := k.signs[column].Load(), w.whole[:n]
		if err := kernels.DotBits(p.signs[column], col.codes, w.next, sums); err != nil {
			return err
		}
		return kernels.AddScaled(w.sums[:n], sums, col.factors[:n], factor*p.signs[column].Unit(), offset)
	case v == models.Causal && p.bothWays():
		if err := w.estimateDense(k, causeColumn, p, w.first[:n]); err != nil {
			return err
		}
		if err := w.estimateDense(k, effectColumn, p, w.second[:n]); err != nil {
			return err
		}
		return kernels.AddGreater(w.sums[:n], w.first[:n], w.second[:n], factor, offset)
	default: // NaN where a row is not allowed: such a row is left out at the end
		similar, err := f.similarities(w, c, v)
		if err != nil {
			return err
		}
		return kernels.AddGreater(w.sums[:n], similar, nil, factor, offset)
	}
}

// estimateMargin is by how much an estimate may fall short of a similarity: four deviations of the coarsest codes, whose
// deviation a test bounds by .08.
const estimateMargin = 0.32

// ageSpaces depend on the same age and are looked up together.
var ageSpaces = models.SetOf(models.TemporalRecent, models.TemporalPositional)

// addAges adds E2 and E4 together, and returns their weight.
func (f *estimator) addAges(w *scratch, c int) float32 {
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

// estimate returns the similarities of a chunk's rows in a space, estimated from the codes; NaN where there is no
// value. Rows that are not allowed may have any value. The result is in the scratch memory.
func (s *scan) estimate(w *scratch, c int, space models.Space) ([]float32, error) {
	k := s.state.chunks[c]
	out, err := s.similarities(w, c, space)
	if err != nil || s.sparse[space] != nil || !k.lack().Has(space) {
		return out, err
	}
	for r := range out {
		if !k.present[r].Has(space) {
			out[r] = nan
		}
	}
	return out, nil
}

// similarities is [scan.estimate] but may return any value for rows that have none.
func (s *scan) similarities(w *scratch, c int, space models.Space) (out []float32, err error) {
	k, n, p := s.state.chunks[c], s.state.rows(c), s.probe
	if sparse := s.sparse[space]; sparse != nil {
		return s.chunkValues(sparse, c)[:n], nil
	}
	out = w.first[:n]
	switch space {
	case models.TemporalRecent, models.TemporalPositional:
		estimateAges(k, p.ref, space, out)
	case models.TemporalPeriodic:
		ref, table := turnsOf(p.ref), dirichletTable()
		for r := range out {
			out[r] = ref.estimatePeriodic(&k.turns[r], table)
		}
	case models.Causal:
		err = p.pair(out, w.second[:n], func(column int, out []float32) error { return w.estimateDense(k, column, p, out) })
	case models.HDC:
		err = w.estimateBinary(k, p.hdc, out)
	default:
		err = w.estimateDense(k, denseOf[space], p, out)
	}
	return out, err
}

// estimateAges looks E2 or E4 up.
func estimateAges(k *chunk, ref int64, space models.Space, out []float32) {
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

// estimateDense estimates from the signs of a column.
func (w *scratch) estimateDense(k *chunk, column int, p *probe, out []float32) error {
	col := k.signs[column].Load()
	if col == nil {
		return nil
	}
	sums, next := w.whole[:len(out)], w.next
	if column == causeColumn && p.effects != 0 {
		next = k.codes(effectColumn)
	}
	if err := kernels.DotBits(p.signs[column], col.codes, next, sums); err != nil {
		return err
	}
	clear(out)
	return kernels.AddScaled(out, sums, col.factors[:len(out)], p.signs[column].Unit(), 0)
}

// estimateBinary estimates E9 from the first of its bits.
func (w *scratch) estimateBinary(k *chunk, query kernels.BitQuery, out []float32) error {
	col := k.bits.Load()
	if col == nil {
		return nil
	}
	distances := w.whole[:len(out)]
	if err := kernels.DotBits(query, col.codes, w.next, distances); err != nil {
		return err
	}
	for r, d := range distances {
		out[r] = 1 - 2*float32(d)/(64*hdcCodeWords)
	}
	return nil
}
