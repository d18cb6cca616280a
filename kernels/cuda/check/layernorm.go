package check

import (
	"slices"

	"asterism/kernels/cuda"
)

// otherWidths are some that have no entry of their own: narrow, and no multiple of a warp's share.
var otherWidths = []int{128, 1280, 70}

// normShapes are rows × width, for every width that has an entry and for some of the others.
func normShapes() (out []Shape) {
	for _, width := range slices.Concat(cuda.NormWidths, otherWidths) {
		for _, s := range shapes(width, 0, 4096, 16384) {
			s.Small = s.Rows <= 33 || s.Rows == 1025 && width == cuda.NormWidths[0] // the grid is the same for every width
			out = append(out, s)
		}
	}
	return out
}

// normSample is how many rows are compared.
const normSample = 2048

func layerNormChecks() []Check {
	bytes := func(s Shape, perNumber float64) Work {
		return Work{Bytes: perNumber * float64(s.Rows) * float64(s.Columns)}
	}
	return []Check{
		{Name: "layer_norm", Shapes: normShapes(), Run: checkLayerNorm, Work: func(s Shape) Work { return bytes(s, 6) }},
		{Name: "embed_layer_norm", Shapes: normShapes(), Run: checkEmbedLayerNorm, Work: func(s Shape) Work { return bytes(s, 4) }},
		{Name: "rms_norm", Shapes: normShapes(), Run: checkRMSNorm, Work: func(s Shape) Work { return bytes(s, 8) }},
	}
}

// checkLayerNorm normalises rows far from 0 without a residual, then with one and in place.
func checkLayerNorm(b *Bench, s Shape) (worst, limit float64, err error) {
	n, rows := s.Rows*s.Columns, b.Sample(s.Rows, normSample)
	x, y := b.DrawBF16s(n, 3, 10), b.DrawBF16s(n, 1, 0)
	scale, shift := b.DrawFloats(s.Columns, 0.2, 1), b.DrawFloats(s.Columns, 0.2, 0)
	scaleAt, shiftAt := b.Floats(scale), b.Floats(shift)
	for _, residual := range []bool{false, true} {
		from, added := b.BF16s(x), cuda.Pointer(0)
		out := from
		if residual {
			added = b.BF16s(y)
		} else {
			out = b.Poison(2 * n)
		}
		b.Launch(cuda.LayerNorm(out, from, added, scaleAt, shiftAt, s.Rows, s.Columns, 1e-12))
		worst = max(worst, b.normError(out, s, rows, scale, shift, 1e-12, func(row int) []float64 {
			v := widenRows(x, s.Columns, row)
			if residual {
				v = plus(v, widenRows(y, s.Columns, row))
			}
			return v
		}))
	}
	return worst, OneRounding, nil
}

// normError compares out with the norms of the rows that sum gives.
func (b *Bench) normError(out cuda.Pointer, s Shape, rows []int, scale, shift []float32, epsilon float64, sum func(row int) []float64) float64 {
	return rowsError(b.ReadBF16s(out), s.Columns, rows, b.Sample(s.Columns, s.Columns), func(row int) []float64 {
		return ReferenceNorm(sum(row), scale, shift, epsilon)
	})
}

// checkEmbedLayerNorm looks up words alone, then words, positions and a kind.
func checkEmbedLayerNorm(b *Bench, s Shape) (worst, limit float64, err error) {
	const vocabulary, longest = 997, 512
	w, compared := s.Columns, b.Sample(s.Rows, normSample)
	words, positions, kind := b.DrawBF16s(vocabulary*w, 1, 0), b.DrawBF16s(longest*w, 0.3, 0), b.DrawBF16s(w, 0.1, 0)
	scale, shift := b.DrawFloats(w, 0.2, 1), b.DrawFloats(w, 0.2, 0)
	ids, places := b.DrawInts(s.Rows, vocabulary), b.DrawInts(s.Rows, longest)
	idsAt, placesAt, wordsAt, scaleAt, shiftAt := b.Ints(ids), b.Ints(places), b.BF16s(words), b.Floats(scale), b.Floats(shift)
	for _, placed := range []bool{false, true} {
		out, where, what := b.Poison(2*s.Rows*w), cuda.Pointer(0), cuda.Pointer(0)
		if placed {
			where, what = b.BF16s(positions), b.BF16s(kind)
		}
		b.Launch(cuda.EmbedLayerNorm(out, idsAt, placesAt, wordsAt, where, what, scaleAt, shiftAt, s.Rows, w, 1e-12))
		worst = max(worst, b.normError(out, s, compared, scale, shift, 1e-12, func(row int) []float64 {
			sum := widenRows(words, w, int(ids[row]))
			if placed {
				sum = plus(plus(sum, widenRows(positions, w, int(places[row]))), widen(kind))
			}
			return sum
		}))
	}
	return worst, OneRounding, nil
}

// checkRMSNorm checks the norm alone, then the norm of a sum and the sum, which overwrites one of its terms.
func checkRMSNorm(b *Bench, s Shape) (worst, limit float64, err error) {
	n, rows := s.Rows*s.Columns, b.Sample(s.Rows, normSample)
	x, y, scale := b.DrawBF16s(n, 2, 1), b.DrawBF16s(n, 1, 0), b.DrawFloats(s.Columns, 0.2, 1)
	xAt, added, scaleAt, out := b.BF16s(x), b.BF16s(y), b.Floats(scale), b.Poison(2*n)
	b.Launch(cuda.RMSNorm(out, 0, xAt, 0, scaleAt, s.Rows, s.Columns, 1e-6))
	worst = b.normError(out, s, rows, scale, nil, 1e-6, func(row int) []float64 { return widenRows(x, s.Columns, row) })

	out = b.Poison(2 * n)
	b.Launch(cuda.RMSNorm(out, added, xAt, added, scaleAt, s.Rows, s.Columns, 1e-6))
	sum := func(row int) []float64 { return plus(widenRows(x, s.Columns, row), widenRows(y, s.Columns, row)) }
	worst = max(worst, b.normError(out, s, rows, scale, nil, 1e-6, sum))
	return max(worst, rowsError(b.ReadBF16s(added), s.Columns, rows, b.Sample(s.Columns, s.Columns), sum)), OneRounding, nil
}
