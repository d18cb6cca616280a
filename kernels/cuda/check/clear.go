package check

import "asterism/kernels/cuda"

func clearChecks() []Check {
	s := []Shape{{3, 85, 0, true}, {1, 256, 0, true}, {33, 1000, 0, true}, {64, 30522, 0, false}, {512, 30522, 0, false}}
	return []Check{{Name: "clear_words", Shapes: s, Run: checkClear, Work: func(s Shape) Work { return Work{Bytes: 4 * float64(s.Rows) * float64(s.Columns)} }}}
}

// exact is the limit of checks that count wrong results: none is allowed.
const exact = 1e-9

// checkClear counts the bytes that are left.
func checkClear(b *Bench, s Shape) (worst, limit float64, err error) {
	out := b.Poison(4 * s.Rows * s.Columns)
	b.Launch(cuda.Clear(out, s.Rows, s.Columns))
	for _, v := range b.ReadBytes(out) {
		if v != 0 {
			worst++
		}
	}
	return worst, exact, nil
}
