package check

import (
	"math"

	"asterism/kernels/cuda"
)

// gemmSampleRows is how many rows and columns of a product are compared: each pair of them needs a sum of 8,960 products in float64.
const gemmSampleRows, gemmSampleColumns = 64, 512

// Columns and depth of the products of the full profile's models.
var (
	plainProducts = [][2]int{
		{384, 384}, {1152, 384}, {1536, 384}, {384, 1536}, // E8, E11
		{768, 768}, {2304, 768}, {3072, 768}, {768, 3072}, {128, 768}, // E5, E6, E10's texts, E12, E13
		{1024, 1024}, {3072, 1024}, {4096, 1024}, {1024, 4096}, {1024, 608}, {768, 1024}, // E1, E10's images
		{2048, 1536}, {1536, 1536}, {1536, 8960}, // E7
	}
	geluProducts      = [][2]int{{768, 768}, {1536, 384}, {3072, 768}, {4096, 1024}}
	quickGELUProducts = [][2]int{{3072, 768}, {4096, 1024}}
	swiGLUProducts    = [][2]int{{6144, 768}, {17920, 1536}}
)

// gemmShapes are rows × columns × depth: some that end within a tile on every side, for the emulation, and the real ones.
func gemmShapes(products [][2]int) []Shape {
	out := []Shape{{1, 2, 32, true}, {31, 128, 64, true}, {129, 130, 96, true}, {33, 256, 384, true}, {32, 64, 160, true}}
	for _, p := range products {
		out = append(out, shapes(p[0], p[1], 4096, 16384)...)
	}
	return out
}

// fewShapes are those of questions.
func fewShapes(products [][2]int) []Shape {
	out := []Shape{{1, 2, 8, true}, {31, 32, 64, true}, {33, 66, 200, true}, {32, 34, 520, true}}
	for _, p := range products {
		out = append(out, shapes(p[0], p[1], 64)...)
	}
	return out
}

// gemmProducts are the functions that may follow a product, and where they do.
var gemmProducts = []struct {
	f        cuda.Activation
	products [][2]int
}{{cuda.Plain, plainProducts}, {cuda.GELU, geluProducts}, {cuda.GELUTanh, geluProducts}, {cuda.QuickGELU, quickGELUProducts}, {cuda.SwiGLU, swiGLUProducts}}

func gemmChecks() (out []Check) {
	for _, c := range gemmProducts {
		out = append(out, Check{Name: "gemm" + string(c.f), Shapes: gemmShapes(c.products), Work: gemmWork,
			Run: func(b *Bench, s Shape) (float64, float64, error) { return checkGEMM(b, c.f, s, cuda.GEMM) }})
	}
	for _, c := range gemmProducts {
		out = append(out, Check{Name: "gemm_few" + string(c.f), Shapes: fewShapes(c.products), Work: gemmWork,
			Run: func(b *Bench, s Shape) (float64, float64, error) { return checkGEMM(b, c.f, s, cuda.GEMMFew) }})
	}
	return append(out, Check{Name: "gemm_terms", Shapes: termShapes(), Run: checkGEMMTerms, Work: gemmWork})
}

func gemmWork(s Shape) Work {
	rows, columns, depth := float64(s.Rows), float64(s.Columns), float64(s.Depth)
	return Work{FLOPs: 2 * rows * columns * depth, Bytes: 2 * (rows*depth + columns*depth + rows*columns)}
}

// multiplier describes a product of matrices: [cuda.GEMM], or another way to it.
type multiplier func(f cuda.Activation, out, a, w, bias, residual cuda.Pointer, rows, columns, depth int) (cuda.Launch, error)

// checkGEMM multiplies without bias and residual, then with a bias and, except for SwiGLU, a residual that the product overwrites.
func checkGEMM(b *Bench, f cuda.Activation, s Shape, multiply multiplier) (worst, limit float64, err error) {
	a, w := b.DrawBF16s(s.Rows*s.Depth, 1, 0), b.DrawBF16s(s.Columns*s.Depth, 1/math.Sqrt(float64(s.Depth)), 0)
	aAt, wAt := b.BF16s(a), b.BF16s(w)
	out := b.Poison(2 * s.Rows * productWidth(f, s.Columns))
	b.Launch(multiply(f, out, aAt, wAt, 0, 0, s.Rows, s.Columns, s.Depth))
	worst = b.gemmError(out, f, s, a, w, nil, nil)

	bias := b.DrawFloats(s.Columns, 0.5, 0)
	var residual []cuda.BF16
	var added cuda.Pointer
	if f == cuda.SwiGLU {
		out = b.Poison(s.Rows * s.Columns)
	} else {
		residual = b.DrawBF16s(s.Rows*s.Columns, 1, 0)
		added = b.BF16s(residual)
		out = added
	}
	b.Launch(multiply(f, out, aAt, wAt, b.Floats(bias), added, s.Rows, s.Columns, s.Depth))
	return max(worst, b.gemmError(out, f, s, a, w, bias, residual)), OneRounding, nil
}

// productWidth is how many columns remain of a product's.
func productWidth(f cuda.Activation, columns int) int {
	if f == cuda.SwiGLU {
		return columns / 2
	}
	return columns
}

func (b *Bench) gemmError(out cuda.Pointer, f cuda.Activation, s Shape, a, w []cuda.BF16, bias []float32, residual []cuda.BF16) float64 {
	width := productWidth(f, s.Columns)
	rows, columns := b.Sample(s.Rows, gemmSampleRows), b.Sample(width, gemmSampleColumns)
	sources := columns // of w
	if f == cuda.SwiGLU {
		sources = nil
		for _, c := range columns {
			sources = append(sources, 2*c, 2*c+1)
		}
	}
	weights := widenRows(w, s.Depth, sources...)
	var shift []float32
	if bias != nil {
		shift = pick(bias, sources)
	}
	return rowsError(b.ReadBF16s(out), width, rows, columns, func(row int) []float64 {
		var added []float64
		if residual != nil {
			added = pick(widenRows(residual, width, row), columns)
		}
		return ReferenceGEMM(f, widenRows(a, s.Depth, row), weights, shift, added, 1, len(sources), s.Depth)
	})
}

// termShapes are rows × vocabulary × depth; the rows are cut into texts by [cutRows].
func termShapes() []Shape {
	return append([]Shape{{133, 150, 64, true}, {1, 150, 64, true}}, shapes(30522, 768, 4096, 16384)...)
}

// termsLimit is for weights in float32 out of sums of bf16 products, which are exact: what differs is the order of the sums and the GPU's logarithm.
const termsLimit = 1e-5

func checkGEMMTerms(b *Bench, s Shape) (worst, limit float64, err error) {
	offsets := cutRows(s.Rows)
	texts := make([]int32, s.Rows)
	count := len(offsets) - 1
	for i := range count {
		for row := offsets[i]; row < offsets[i+1]; row++ {
			texts[row] = int32(i)
		}
	}
	a, w := b.DrawBF16s(s.Rows*s.Depth, 1, 0), b.DrawBF16s(s.Columns*s.Depth, 0.8/math.Sqrt(float64(s.Depth)), 0)
	bias := b.DrawFloats(s.Columns, 0.5, -0.5)
	out := b.Floats(make([]float32, count*s.Columns))
	b.Launch(cuda.GEMMTerms(out, b.BF16s(a), b.BF16s(w), b.Floats(bias), b.Ints(texts), s.Rows, s.Columns, s.Depth))
	rows, columns := b.Sample(count, 16), b.Sample(s.Columns, gemmSampleColumns/2)
	weights, shift := widenRows(w, s.Depth, columns...), pick(bias, columns)
	return rowsError(b.ReadFloats(out), s.Columns, rows, columns, func(text int) []float64 {
		return referenceTerms(a, weights, shift, int(offsets[text]), int(offsets[text+1]), len(columns), s.Depth)
	}), termsLimit, nil
}

// referenceTerms is max over the rows from (included) to (not) of log(1 + max(0, a·wᵀ + bias)).
func referenceTerms(a []cuda.BF16, w []float64, bias []float32, from, to, columns, depth int) []float64 {
	most := make([]float64, columns)
	for row := from; row < to; row++ {
		for i, x := range ReferenceGEMM(cuda.Plain, widenRows(a, depth, row), w, bias, nil, 1, columns, depth) {
			most[i] = max(most[i], math.Log1p(max(x, 0)))
		}
	}
	return most
}

// cutRows returns the running lengths of texts with `rows` tokens in all: lengths around a warp and a tile, then longer ones, repeated.
func cutRows(rows int) []int32 {
	lengths, offsets := []int{1, 31, 32, 33, 64, 65, 130, 512, 2048}, []int32{0}
	for i, at := 0, 0; at < rows; i++ {
		at += min(lengths[i%len(lengths)], rows-at)
		offsets = append(offsets, int32(at))
	}
	return offsets
}
