package check

import (
	"math"

	"asterism/kernels/cuda"
)

// poolLimit is for sums in float32 of up to some thousand numbers.
const poolLimit = 2e-6

// poolChecks have shapes of rows × width; the rows are cut into texts by [cutRows].
func poolChecks() []Check {
	var s []Shape
	for _, width := range []int{2, 384, 1024, 2048} {
		s = append(s, Shape{Rows: 65, Columns: width, Small: true})
	}
	for _, width := range []int{384, 768, 1024, 1536} {
		s = append(s, shapes(width, 0, 4096, 16384)...)
	}
	return []Check{{Name: "pool", Shapes: s, Run: checkPool, Work: func(s Shape) Work { return Work{Bytes: 2 * float64(s.Rows) * float64(s.Columns)} }}}
}

// checkPool pools the mean of every text, a row within one, and nothing, which gives 0.
func checkPool(b *Bench, s Shape) (worst, limit float64, err error) {
	x := b.DrawBF16s(s.Rows*s.Columns, 1, 0.2)
	var ranges []int32
	offsets := cutRows(s.Rows)
	for i := range len(offsets) - 1 {
		ranges = append(ranges, offsets[i], offsets[i+1])
	}
	last := int32(s.Rows)
	ranges = append(ranges, last-1, last, 0, 0)
	texts := len(ranges) / 2
	out := b.Poison(4 * texts * s.Columns)
	b.Launch(cuda.Pool(out, b.BF16s(x), b.Ints(ranges), texts, s.Columns))
	return rowsError(b.ReadFloats(out), s.Columns, b.Sample(texts, 256), b.Sample(s.Columns, s.Columns), func(text int) []float64 {
		return referencePool(x, int(ranges[2*text]), int(ranges[2*text+1]), s.Columns)
	}), poolLimit, nil
}

// referencePool is the sum of the rows from (included) to (not), of unit length; zeros when there is none.
func referencePool(x []cuda.BF16, from, to, width int) []float64 {
	sum, squares := make([]float64, width), 0.0
	for row := from; row < to; row++ {
		sum = plus(sum, widenRows(x, width, row))
	}
	for _, v := range sum {
		squares += v * v
	}
	if squares > 0 {
		for i := range sum {
			sum[i] /= math.Sqrt(squares)
		}
	}
	return sum
}
