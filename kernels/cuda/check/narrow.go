package check

import "asterism/kernels/cuda"

func narrowChecks() []Check {
	s := []Shape{{1, 2, 0, true}, {33, 768, 0, true}, {512, 768, 0, false}, {4096, 768, 0, false}}
	return []Check{{Name: "narrow", Shapes: s, Run: checkNarrow, Work: func(s Shape) Work { return Work{Bytes: 6 * float64(s.Rows) * float64(s.Columns)} }}}
}

// checkNarrow compares every number with the processor's rounding, bit for bit, ties to even included.
func checkNarrow(b *Bench, s Shape) (worst, limit float64, err error) {
	n := s.Rows * s.Columns
	x := b.DrawFloats(n, 1, 0)
	x[0], x[1] = 1+1.0/256, 1+3.0/256 // halfway between two bf16: the even one below, the even one above
	out := b.Poison(2 * n)
	b.Launch(cuda.Narrow(out, b.Floats(x), s.Rows, s.Columns))
	got := b.ReadBF16s(out)
	if len(got) != n {
		return 1, exact, nil // the bench has the error
	}
	for i, v := range x {
		if got[i] != float64(cuda.ToBF16(v).Float()) {
			worst++
		}
	}
	return worst, exact, nil
}
