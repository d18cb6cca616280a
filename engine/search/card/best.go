package card

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

// Best implements [search.Look].
func (k *look) Best(ctx context.Context, a *search.Asked, r *search.Ranked, most, refine int) ([]int32, []float32, error) {
	if most < 1 || most > search.MostBest || refine > search.MostBest {
		return nil, nil, fmt.Errorf("look at the card: the best %d of %d rows, want 1 to %d", most, refine, search.MostBest)
	}
	k.best = table{}
	if refine <= most {
		return k.estimated(ctx, a, r, most)
	}
	compared := a.Spaces.Without(models.SetOf(models.LateInteraction))
	if left := compared.Without(k.view.values); left != 0 {
		return nil, nil, fmt.Errorf("look at the card: the values of %v are not here", left.Spaces())
	}
	f := &refinement{k: k, a: a, r: r, compared: compared, most: most, refine: refine}
	return f.best(ctx)
}

// scan puts the estimates of all rows into an errand, and the choice of the greatest of them.
func (k *look) scan(e *errand, a *search.Asked, r *search.Ranked, most int) region {
	spaces := a.Spaces.Without(models.SetOf(models.LateInteraction))
	rows := e.look.Chunks * cuda.SeatRows
	e.scanNow(&cuda.ScanQuestion{
		Allowed: e.look.Allowed, Out: k.room.estimates(), Sparse: k.sparse(spaces), Spaces: uint16(spaces), Codes: a.Codes, BitCode: a.BitCode, Ref: a.Ref, Turns: a.Turns,
		Weights: r.Weights, Means: r.Means, Deviations: r.Deviations, Causes: a.Causes, Effects: a.Effects, Likeness: a.Likeness,
		Least: r.Least, Deciding: uint16(r.Deciding),
	})
	found := e.fetch(cuda.SelectOut(most))
	e.launchAll(cuda.Select(k.room.estimates(), rows, most, e.keep(cuda.SelectWork(rows)), found.at))
	return found
}

// estimated are the best rows by their estimates.
func (k *look) estimated(ctx context.Context, a *search.Asked, r *search.Ranked, most int) ([]int32, []float32, error) {
	var found region
	e, err := k.run(ctx, func(e *errand) { found = k.scan(e, a, r, most) })
	if err != nil {
		return nil, nil, err
	}
	s, err := cuda.ReadSelected(e.data(found), most)
	if err != nil {
		return nil, nil, k.mirror.faulty(err)
	}
	ties, err := k.settle(ctx, &s)
	if err != nil {
		return nil, nil, err
	}
	rows, scores := s.Greater, s.Values
	for _, row := range ties {
		rows, scores = append(rows, row), append(scores, s.Border)
	}
	rows, scores, _ = inOrder(rows, scores)
	k.view.back(rows)
	return rows, scores, nil
}

// settle chooses among the rows whose estimate is the border those of the lowest ids. When they are more than the card listed, all estimates are looked at.
func (k *look) settle(ctx context.Context, s *cuda.Selected) ([]int32, error) {
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
	return search.Lowest(ties, s.Room, k.view.id), nil
}

// fetchPortion is how many estimates are fetched at a time.
const fetchPortion = 1 << 20

// allTies looks through the estimates of all rows for those that are the border. It fetches them by a copy on the card, since an errand fetches from its own room.
func (k *look) allTies(ctx context.Context, border float32) (out []int32, err error) {
	rows := len(k.view.slots) * cuda.SeatRows
	for from := 0; from < rows; from += fetchPortion {
		n := min(fetchPortion, rows-from)
		var found region
		e, err := k.run(ctx, func(e *errand) {
			found = e.fetch(4 * n)
			e.launch(cuda.Copy(found.at, k.room.estimates()+cuda.Pointer(4*from), 4*n))
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

// refinement chooses rows by their estimates, and the best of them by their exact scores.
type refinement struct {
	k            *look
	a            *search.Asked
	r            *search.Ranked
	compared     models.Set
	most, refine int

	first, second, rows, table region
}

// best has all steps done on the card at once, and does the last ones once more where ids must decide.
func (f *refinement) best(ctx context.Context) ([]int32, []float32, error) {
	k := f.k
	e, err := k.run(ctx, f.put)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := cuda.ReadSelected(e.data(f.first), f.refine)
	if err != nil {
		return nil, nil, k.mirror.faulty(err)
	}
	best, err := cuda.ReadSelected(e.data(f.second), f.most)
	if err != nil {
		return nil, nil, k.mirror.faulty(err)
	}
	if chosen.TieCount > chosen.Room || best.TieCount > best.Room {
		return f.settled(ctx, &chosen)
	}
	n := len(best.Greater) + len(best.Ties)
	rows, scores := make([]int32, n), append(best.Values, slices.Repeat([]float32{best.Border}, len(best.Ties))...)
	copy(rawBytes(rows), e.data(f.rows))
	rows, scores, order := inOrder(rows, scores)
	k.view.back(rows)
	f.keep(rows, e.data(f.table), f.most, order)
	return rows, scores, nil
}

// keep keeps the similarities of the best rows, since they are asked for next: data is a table of n rows on the card, in which they stand at some places.
func (f *refinement) keep(rows []int32, data []byte, n int, places []int32) {
	f.k.best = table{rows: rows, spaces: f.compared}
	for _, v := range f.compared.Spaces() {
		column := make([]float32, len(rows))
		for i, at := range places {
			column[i] = floatAt(data, int(v)*n+int(at))
		}
		f.k.best.scores[v] = column
	}
}

// put puts the steps into an errand: estimates of all rows, the best of them, their exact scores, the best of these, and their table.
func (f *refinement) put(e *errand) {
	k, tables := f.k, f.k.mirror.tables.compare
	f.first = k.scan(e, f.a, f.r, f.refine)
	f.second, f.rows, f.table = e.fetch(cuda.SelectOut(f.most)), e.fetch(4*f.most), e.fetch(4*models.Count*f.most)
	question := e.compared(k.compareQuestion(f.a, f.r, f.compared))
	rows, fused := e.keep(4*f.refine), e.keep(4*f.refine)
	e.launch(cuda.CompareSelected(e.look, tables, question, f.first.at, 0, f.refine, rows, 0, fused))
	e.launchAll(cuda.Select(fused, f.refine, f.most, e.keep(cuda.SelectWork(f.refine)), f.second.at))
	e.launch(cuda.CompareSelected(e.look, tables, question, f.second.at, rows, f.most, f.rows.at, f.table.at, 0))
}

// settled is for scores that are equal at a border: the card does not know the ids that decide then.
func (f *refinement) settled(ctx context.Context, chosen *cuda.Selected) ([]int32, []float32, error) {
	k := f.k
	ties, err := k.settle(ctx, chosen)
	if err != nil {
		return nil, nil, err
	}
	rows := slices.Concat(chosen.Greater, ties)
	slices.Sort(rows)
	var found, compared region
	e, err := k.run(ctx, func(e *errand) {
		found, compared = e.fetch(4*len(rows)), e.fetch(4*models.Count*len(rows))
		e.launch(cuda.Compare(e.look, k.mirror.tables.compare, e.compared(k.compareQuestion(f.a, f.r, f.compared)), e.bring(rawBytes(rows)), len(rows), compared.at, found.at))
	})
	if err != nil {
		return nil, nil, err
	}
	fused := make([]float32, len(rows))
	copy(rawBytes(fused), e.data(found))
	places := search.Greatest(fused, f.most, func(place int32) store.ID { return k.view.id(rows[place]) })
	out, scores := make([]int32, len(places)), make([]float32, len(places))
	for i, place := range places {
		out[i], scores[i] = rows[place], fused[place]
	}
	k.view.back(out)
	f.keep(out, e.data(compared), len(rows), places)
	return out, scores, nil
}

// inOrder sorts rows with their scores; order says where each of them stood.
func inOrder(rows []int32, scores []float32) ([]int32, []float32, []int32) {
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
