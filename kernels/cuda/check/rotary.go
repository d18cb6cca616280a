package check

import (
	"math"

	"asterism/kernels/cuda"
)

// rotaryChecks have shapes of rows × width of all heads × width of a head.
func rotaryChecks() []Check {
	s := shapes(14*128, 128, 4096, 16384) // E7: 12 heads of queries and 2 of keys
	s = append(s, shapes(24*64, 64, 4096, 16384)...)
	for _, rows := range []int{1, 31, 32, 33} {
		s = append([]Shape{{Rows: rows, Columns: 3 * 64, Depth: 64, Small: true}}, s...)
	}
	return []Check{{Name: "rotary", Shapes: s, Run: checkRotary, Work: func(s Shape) Work { return Work{Bytes: 4 * float64(s.Rows) * float64(s.Columns)} }}}
}

// rotaryPositions is how far positions reach: far enough that the fast sine of a GPU would be wrong.
const rotaryPositions = 8192

// checkRotary rotates heads in rows that are wider; the numbers behind the heads must not change.
func checkRotary(b *Bench, s Shape) (worst, limit float64, err error) {
	const base = 10000
	heads, stride := s.Columns/s.Depth, s.Columns+s.Depth
	x, places := b.DrawBF16s(s.Rows*stride, 1, 0), b.DrawInts(s.Rows, rotaryPositions)
	cosines, sines := cuda.RotaryTables(rotaryPositions, s.Depth, base)
	at := b.BF16s(x)
	b.Launch(cuda.Rotary(at, b.Ints(places), b.Floats(cosines), b.Floats(sines), s.Rows, stride, heads, s.Depth))
	return rowsError(b.ReadBF16s(at), stride, b.Sample(s.Rows, 1024), b.Sample(stride, stride), func(row int) []float64 {
		out := widenRows(x, stride, row)
		for h := range heads {
			referenceRotary(out[h*s.Depth:][:s.Depth], float64(places[row]), base)
		}
		return out
	}), OneRounding, nil
}

// referenceRotary turns the points (i, i + width/2) of one head by position·base^(−2i/width).
func referenceRotary(x []float64, position, base float64) {
	half := len(x) / 2
	for i := range half {
		s, c := math.Sincos(position * math.Pow(base, -2*float64(i)/float64(len(x))))
		x[i], x[half+i] = x[i]*c-x[half+i]*s, x[half+i]*c+x[i]*s
	}
}
