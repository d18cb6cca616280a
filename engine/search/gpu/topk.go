package gpu

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// TopK implements [search.Searcher].
func (k *searcher) TopK(ctx context.Context, a *search.Query, r *search.Scoring, most, refine int) ([]int32, []float32, error) {
	if most < 1 || most > search.MaxReplicaTopK || refine > search.MaxReplicaTopK {
		return nil, nil, fmt.Errorf("look at the GPU: the best %d of %d rows, want 1 to %d", most, refine, search.MaxReplicaTopK)
	}
	k.cached = tableCache{}
	if refine <= most {
		return k.topByEstimate(ctx, a, r, most)
	}
	compared := a.Spaces.Without(models.SetOf(models.LateInteraction))
	if left := compared.Without(k.layout.values); left != 0 {
		return nil, nil, fmt.Errorf("look at the GPU: the values of %v are not here", left.Spaces())
	}
	f := &refinement{searcher: k, a: a, r: r, compared: compared, limit: most, refine: refine}
	return f.run(ctx)
}

// addScan adds the estimates of all rows and the selection of the greatest to a submission.
func (k *searcher) addScan(e *submission, a *search.Query, r *search.Scoring, most int) region {
	spaces := a.Spaces.Without(models.SetOf(models.LateInteraction))
	rows := e.look.Chunks * cuda.SeatRows
	e.addScan(&cuda.ScanQuestion{
		Allowed: e.look.Allowed, Out: k.buffers.estimates(), Sparse: k.sparseScores(spaces), Spaces: uint16(spaces), Codes: a.Codes, BitCode: a.BitCode, Ref: a.Ref, Turns: a.Turns,
		Weights: r.Weights, Means: r.Means, Deviations: r.Deviations, Causes: a.Causes, Effects: a.Effects, Likeness: a.Likeness,
		Least: r.Least, Deciding: uint16(r.Deciding),
	})
	found := e.download(cuda.SelectOut(most))
	e.addLaunches(cuda.Select(k.buffers.estimates(), rows, most, e.scratch(cuda.SelectWork(rows)), found.at))
	return found
}

// topByEstimate returns the top rows by their estimates.
func (k *searcher) topByEstimate(ctx context.Context, a *search.Query, r *search.Scoring, most int) ([]int32, []float32, error) {
	var found region
	e, err := k.submit(ctx, func(e *submission) { found = k.addScan(e, a, r, most) })
	if err != nil {
		return nil, nil, err
	}
	s, err := cuda.ReadSelected(e.data(found), most)
	if err != nil {
		return nil, nil, k.replica.badAnswer(err)
	}
	ties, err := k.breakTies(ctx, &s)
	if err != nil {
		return nil, nil, err
	}
	rows, scores := s.Greater, s.Values
	for _, row := range ties {
		rows, scores = append(rows, row), append(scores, s.Border)
	}
	rows, scores, _ = sortRows(rows, scores)
	k.layout.fromGPU(rows)
	return rows, scores, nil
}

// breakTies selects the lowest ids among the rows whose estimate equals the cut. If there are more such rows than the
// GPU listed, all estimates are read.
func (k *searcher) breakTies(ctx context.Context, s *cuda.Selected) ([]int32, error) {
	if s.TieCount <= s.Room {
		return s.Ties, nil
	}
	ties := s.Ties
	if s.TieCount > len(ties) {
		var err error
		if ties, err = k.allTies(ctx, s.Border); err != nil {
			return nil, err
		}
	}
	return search.LowestIDs(ties, s.Room, k.layout.id), nil
}

// tieBatch is how many estimates are read at a time.
const tieBatch = 1 << 20

// allTies finds the rows whose estimate equals the cut. The estimates are first copied on the GPU, since a submission
// can only download from its own memory.
func (k *searcher) allTies(ctx context.Context, border float32) (out []int32, err error) {
	rows := len(k.layout.slots) * cuda.SeatRows
	for from := 0; from < rows; from += tieBatch {
		n := min(tieBatch, rows-from)
		var found region
		e, err := k.submit(ctx, func(e *submission) {
			found = e.download(4 * n)
			e.addLaunch(cuda.Copy(found.at, k.buffers.estimates()+cuda.Pointer(4*from), 4*n))
		})
		if err != nil {
			return nil, err
		}
		data := e.data(found)
		for i := range n {
			if floatAt(data, i) == border {
				out = append(out, int32(from+i))
			}
		}
	}
	return out, nil
}

// refinement selects rows by their estimates, and the best of these by their exact scores. All steps are one submission,
// with no host round trip between them.
type refinement struct {
	searcher      *searcher
	a             *search.Query
	r             *search.Scoring
	compared      models.Set
	limit, refine int

	first, second, rows, table region
}

// run submits all steps at once. If ids must break ties, which the GPU does not know, the last steps are repeated.
func (f *refinement) run(ctx context.Context) ([]int32, []float32, error) {
	k := f.searcher
	e, err := k.submit(ctx, f.build)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := cuda.ReadSelected(e.data(f.first), f.refine)
	if err != nil {
		return nil, nil, k.replica.badAnswer(err)
	}
	best, err := cuda.ReadSelected(e.data(f.second), f.limit)
	if err != nil {
		return nil, nil, k.replica.badAnswer(err)
	}
	if chosen.TieCount > chosen.Room || best.TieCount > best.Room {
		return f.resolveTies(ctx, &chosen)
	}
	n := len(best.Greater) + len(best.Ties)
	rows, scores := make([]int32, n), append(best.Values, slices.Repeat([]float32{best.Border}, len(best.Ties))...)
	copy(rawBytes(rows), e.data(f.rows))
	rows, scores, order := sortRows(rows, scores)
	k.layout.fromGPU(rows)
	f.cacheTable(rows, e.data(f.table), f.limit, order)
	return rows, scores, nil
}

// cacheTable keeps the similarities of the top rows, since the search asks for them next. data is a table of n rows;
// the top rows are at the given positions in it.
func (f *refinement) cacheTable(rows []int32, data []byte, n int, positions []int32) {
	f.searcher.cached = tableCache{rows: rows, spaces: f.compared}
	for _, v := range f.compared.Spaces() {
		column := make([]float32, len(rows))
		for i, at := range positions {
			column[i] = floatAt(data, int(v)*n+int(at))
		}
		f.searcher.cached.scores[v] = column
	}
}

// build adds the steps to a submission: estimates of all rows, the top of them, their exact scores, the top of these,
// and their table.
func (f *refinement) build(e *submission) {
	k, tables := f.searcher, f.searcher.replica.tables.compare
	f.first = k.addScan(e, f.a, f.r, f.refine)
	f.second, f.rows, f.table = e.download(cuda.SelectOut(f.limit)), e.download(4*f.limit), e.download(4*models.Count*f.limit)
	question := e.uploadQuestion(k.compareQuestion(f.a, f.r, f.compared))
	rows, fused := e.scratch(4*f.refine), e.scratch(4*f.refine)
	e.addLaunch(cuda.CompareSelected(e.look, tables, question, f.first.at, 0, f.refine, rows, 0, fused))
	e.addLaunches(cuda.Select(fused, f.refine, f.limit, e.scratch(cuda.SelectWork(f.refine)), f.second.at))
	e.addLaunch(cuda.CompareSelected(e.look, tables, question, f.second.at, rows, f.limit, f.rows.at, f.table.at, 0))
}

// resolveTies selects again with ids if scores tie at a cut.
func (f *refinement) resolveTies(ctx context.Context, chosen *cuda.Selected) ([]int32, []float32, error) {
	k := f.searcher
	ties, err := k.breakTies(ctx, chosen)
	if err != nil {
		return nil, nil, err
	}
	rows := slices.Concat(chosen.Greater, ties)
	slices.Sort(rows)
	var found, compared region
	e, err := k.submit(ctx, func(e *submission) {
		found, compared = e.download(4*len(rows)), e.download(4*models.Count*len(rows))
		e.addLaunch(cuda.Compare(e.look, k.replica.tables.compare, e.uploadQuestion(k.compareQuestion(f.a, f.r, f.compared)), e.upload(rawBytes(rows)), len(rows), compared.at, found.at))
	})
	if err != nil {
		return nil, nil, err
	}
	fused := make([]float32, len(rows))
	copy(rawBytes(fused), e.data(found))
	positions := search.TopK(fused, f.limit, func(position int32) store.ID { return k.layout.id(rows[position]) })
	out, scores := make([]int32, len(positions)), make([]float32, len(positions))
	for i, position := range positions {
		out[i], scores[i] = rows[position], fused[position]
	}
	k.layout.fromGPU(out)
	f.cacheTable(out, e.data(compared), len(rows), positions)
	return out, scores, nil
}

// sortRows sorts rows with their scores; order returns the earlier position of each.
func sortRows(rows []int32, scores []float32) ([]int32, []float32, []int32) {
	order := make([]int32, len(rows))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(rows[a], rows[b]) })
	sortedRows, sortedScores := make([]int32, len(rows)), make([]float32, len(rows))
	for i, at := range order {
		sortedRows[i], sortedScores[i] = rows[at], scores[at]
	}
	return sortedRows, sortedScores, order
}
