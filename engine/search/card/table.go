package card

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/search"
	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// tablePortion is how many rows are compared at a time.
const tablePortion = 16384

// table keeps the similarities of the rows that were chosen, since they are asked for next.
type table struct {
	rows   []int32 // as the index numbers them, ascending
	spaces models.Set
	scores [models.Count][]float32
}

// fill answers from what is kept; false: something is not there.
func (t *table) fill(rows []int32, spaces models.Set, out *[models.Count][]float32) bool {
	if len(t.rows) == 0 || spaces.Without(t.spaces) != 0 {
		return false
	}
	places := make([]int, len(rows))
	for i, row := range rows {
		at, ok := slices.BinarySearch(t.rows, row)
		if !ok {
			return false
		}
		places[i] = at
	}
	for _, v := range spaces.Spaces() {
		for i, at := range places {
			out[v][i] = t.scores[v][at]
		}
	}
	return true
}

// Table implements [search.Look].
func (k *look) Table(ctx context.Context, a *search.Asked, rows []int32, spaces models.Set, out *[models.Count][]float32) error {
	if left := spaces.Without(k.view.values); left != 0 || spaces.Has(models.LateInteraction) {
		return fmt.Errorf("look at the card: compare in %v, here are %v, and E12 is compared by Tokens", spaces.Spaces(), k.view.values.Spaces())
	}
	if k.best.fill(rows, spaces, out) {
		return nil
	}
	for from := 0; from < len(rows); from += tablePortion {
		part := rows[from:min(from+tablePortion, len(rows))]
		if err := k.compare(ctx, a, part, spaces, from, out); err != nil {
			return err
		}
	}
	return nil
}

// compare fills in the similarities of rows that stand in out from a place on.
func (k *look) compare(ctx context.Context, a *search.Asked, rows []int32, spaces models.Set, from int, out *[models.Count][]float32) error {
	var found region
	n := len(rows)
	e, err := k.run(ctx, func(e *errand) {
		found = e.fetch(4 * models.Count * n)
		q := k.compareQuestion(a, nil, spaces)
		e.launch(cuda.Compare(e.look, k.mirror.tables.compare, e.compared(q), k.bringRows(e, rows), n, found.at, 0))
	})
	if err != nil {
		return err
	}
	data := e.data(found)
	for _, v := range spaces.Spaces() {
		for i := range n {
			out[v][from+i] = floatAt(data, int(v)*n+i)
		}
	}
	return nil
}

// bringRows brings the numbers of rows, as the card has them.
func (k *look) bringRows(e *errand, rows []int32) cuda.Pointer {
	there := slices.Clone(rows)
	k.view.there(there)
	return e.bring(rawBytes(there))
}

// compared brings a question that rows are compared with.
func (e *errand) compared(q *cuda.CompareQuestion) cuda.Pointer {
	data, err := q.AppendTo(nil)
	if e.err == nil {
		e.err = err
	}
	return e.bring(data)
}

// compareQuestion is what rows are compared with in some spaces, and how they are fused; a nil r: not at all.
func (k *look) compareQuestion(a *search.Asked, r *search.Ranked, spaces models.Set) *cuda.CompareQuestion {
	q := &cuda.CompareQuestion{
		Spaces: uint16(spaces), Dense: a.Dense, Bits: a.Bits, Ref: a.Ref, Causes: a.Causes, Effects: a.Effects, Likeness: a.Likeness, Sparse: k.sparse(spaces),
	}
	if r != nil {
		q.Weights, q.Means, q.Deviations, q.Least, q.Deciding = r.Weights, r.Means, r.Deviations, r.Least, uint16(r.Deciding)
	}
	return q
}

// Tokens implements [search.Look].
func (k *look) Tokens(ctx context.Context, query []float32, rows []int32, out []float32) error {
	if !k.view.values.Has(models.LateInteraction) {
		return fmt.Errorf("look at the card: the tokens of E12 are not here")
	}
	data, err := cuda.MaxSimQuery(query)
	if err != nil {
		return fmt.Errorf("look at the card: %w", err)
	}
	for len(rows) > 0 {
		var found region
		part := rows[:min(tablePortion, len(rows))]
		e, err := k.run(ctx, func(e *errand) {
			found = e.fetch(4 * len(part))
			e.launch(cuda.MaxSim(e.look, e.bring(data), len(query)/kernels.TokenWidth, k.bringRows(e, part), len(part), found.at))
		})
		if err != nil {
			return err
		}
		copy(rawBytes(out[:len(part)]), e.data(found))
		rows, out = rows[len(part):], out[len(part):]
	}
	return nil
}
