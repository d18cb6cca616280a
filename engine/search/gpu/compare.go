package gpu

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/search"
	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// compareBatch is how many rows one submission compares.
const compareBatch = 16384

// tableCache keeps the similarities of the rows that TopK selected, since the search asks for them next.
type tableCache struct {
	rows   []int32 // row numbers of the index, ascending
	spaces models.Set
	scores [models.Count][]float32
}

// lookup answers from the cache; it returns false if something is missing there.
func (t *tableCache) lookup(rows []int32, spaces models.Set, out *[models.Count][]float32) bool {
	if len(t.rows) == 0 || spaces.Without(t.spaces) != 0 {
		return false
	}
	positions := make([]int, len(rows))
	for i, row := range rows {
		at, ok := slices.BinarySearch(t.rows, row)
		if !ok {
			return false
		}
		positions[i] = at
	}
	for _, v := range spaces.Spaces() {
		for i, at := range positions {
			out[v][i] = t.scores[v][at]
		}
	}
	return true
}

// Compare implements [search.Searcher].
func (k *searcher) Compare(ctx context.Context, a *search.Query, rows []int32, spaces models.Set, out *[models.Count][]float32) error {
	if left := spaces.Without(k.layout.values); left != 0 || spaces.Has(models.LateInteraction) {
		return fmt.Errorf("look at the GPU: compare in %v, here are %v, and E12 is compared by Tokens", spaces.Spaces(), k.layout.values.Spaces())
	}
	if k.cached.lookup(rows, spaces, out) {
		return nil
	}
	for from := 0; from < len(rows); from += compareBatch {
		part := rows[from:min(from+compareBatch, len(rows))]
		if err := k.compare(ctx, a, part, spaces, from, out); err != nil {
			return err
		}
	}
	return nil
}

// compare writes the similarities of rows to out, starting at index from.
func (k *searcher) compare(ctx context.Context, a *search.Query, rows []int32, spaces models.Set, from int, out *[models.Count][]float32) error {
	var found region
	n := len(rows)
	e, err := k.submit(ctx, func(e *submission) {
		found = e.download(4 * models.Count * n)
		q := k.compareQuestion(a, nil, spaces)
		e.addLaunch(cuda.Compare(e.look, k.replica.tables.compare, e.uploadQuestion(q), k.uploadRows(e, rows), n, found.at, 0))
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

// uploadRows uploads row numbers, translated to those of the GPU.
func (k *searcher) uploadRows(e *submission, rows []int32) cuda.Pointer {
	onGPU := slices.Clone(rows)
	k.layout.toGPU(onGPU)
	return e.upload(rawBytes(onGPU))
}

// uploadQuestion uploads the question that rows are compared with.
func (e *submission) uploadQuestion(q *cuda.CompareQuestion) cuda.Pointer {
	data, err := q.AppendTo(nil)
	if e.err == nil {
		e.err = err
	}
	return e.upload(data)
}

// compareQuestion describes what rows are compared with, in which spaces, and how the results are fused; without r
// they are not fused.
func (k *searcher) compareQuestion(a *search.Query, r *search.Scoring, spaces models.Set) *cuda.CompareQuestion {
	q := &cuda.CompareQuestion{
		Spaces: uint16(spaces), Dense: a.Dense, Bits: a.Bits, Ref: a.Ref, Causes: a.Causes, Effects: a.Effects, Likeness: a.Likeness, Sparse: k.sparseScores(spaces),
	}
	if r != nil {
		q.Weights, q.Means, q.Deviations, q.Least, q.Deciding = r.Weights, r.Means, r.Deviations, r.Least, uint16(r.Deciding)
	}
	return q
}

// CompareTokens implements [search.Searcher].
func (k *searcher) CompareTokens(ctx context.Context, query []float32, rows []int32, out []float32) error {
	if !k.layout.values.Has(models.LateInteraction) {
		return fmt.Errorf("look at the GPU: the tokens of E12 are not here")
	}
	data, err := cuda.MaxSimQuery(query)
	if err != nil {
		return fmt.Errorf("look at the GPU: %w", err)
	}
	for len(rows) > 0 {
		var found region
		part := rows[:min(compareBatch, len(rows))]
		e, err := k.submit(ctx, func(e *submission) {
			found = e.download(4 * len(part))
			e.addLaunch(cuda.MaxSim(e.look, e.upload(data), len(query)/kernels.TokenWidth, k.uploadRows(e, part), len(part), found.at))
		})
		if err != nil {
			return err
		}
		copy(rawBytes(out[:len(part)]), e.data(found))
		rows, out = rows[len(part):], out[len(part):]
	}
	return nil
}
