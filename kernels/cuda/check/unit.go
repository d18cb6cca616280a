package check

import "asterism/kernels/cuda"

func unitChecks() []Check {
	var s []Shape
	for _, width := range []int{128, 768} {
		for _, shape := range shapes(width, 0, 4096, 16384) {
			shape.Small = shape.Rows <= 33
			s = append(s, shape)
		}
	}
	s = append(s, Shape{3, 2, 0, true}, Shape{5, 70, 0, true})
	return []Check{{Name: "unit_rows", Shapes: s, Run: checkUnitRows, Work: func(s Shape) Work { return Work{Bytes: 6 * float64(s.Rows) * float64(s.Columns)} }}}
}

// unitError is what the GPU's reciprocal square root may be off by, 2⁻²², and the sums before it.
const unitError = 1e-6

// checkUnitRows has one row of zeros among the others.
func checkUnitRows(b *Bench, s Shape) (worst, limit float64, err error) {
	x := b.DrawBF16s(s.Rows*s.Columns, 2, 0.1)
	clear(x[(s.Rows-1)*s.Columns:])
	out := b.Poison(4 * s.Rows * s.Columns)
	b.Launch(cuda.Unit(out, b.BF16s(x), s.Rows, s.Columns))
	return rowsError(b.ReadFloats(out), s.Columns, b.Sample(s.Rows, normSample), b.Sample(s.Columns, s.Columns), func(row int) []float64 {
		return ReferenceUnit(widenRows(x, s.Columns, row))
	}), unitError, nil
}
