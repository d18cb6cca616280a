package check

import (
	"math"

	"asterism/kernels/cuda"
)

// quantiseShapes are rows × width: widths that end within a part of a warp's or a block's share, and the real widths of the models' rows.
func quantiseShapes(widths ...int) (out []Shape) {
	for _, width := range widths {
		for _, s := range shapes(width, 0, 4096, 16384) {
			s.Small = s.Rows <= 33 || s.Rows == 1025 && width <= 384
			out = append(out, s)
		}
	}
	return out
}

func quantiseChecks() []Check {
	bytes := func(s Shape) Work { return Work{Bytes: 3 * float64(s.Rows) * float64(s.Columns)} }
	return []Check{
		{Name: "quantise", Shapes: quantiseShapes(16, 384, 2032, 2048, 768, 1024, 1536), Run: checkQuantiseRows, Work: bytes},
		{Name: "quantise_long", Shapes: quantiseShapes(2064, 16384, 3072, 4096, 8960), Run: checkQuantiseRows, Work: bytes},
		{Name: "rms_norm_quantise", Shapes: quantiseShapes(16, 384, 2048, 1536), Run: checkRMSNormQuantise, Work: bytes},
	}
}

// checkQuantiseRows compares bytes and scales bit for bit. Some rows are all zeros, have a number that is not finite, or one so great that all
// others round to zero.
func checkQuantiseRows(b *Bench, s Shape) (worst, limit float64, err error) {
	n := s.Rows * s.Columns
	x := b.DrawBF16s(n, 1, 0)
	spoil(b, x, s, 3e38)
	out, scales := b.Poison(n), b.Poison(4*s.Rows)
	b.Launch(cuda.Quantise(out, scales, b.BF16s(x), s.Rows, s.Columns))
	return b.quantiseError(out, scales, s, 0, func(row int) []float32 { return floatsOf(x[row*s.Columns : (row+1)*s.Columns]) }), exact, nil
}

// spoil replaces every eighth row by one that is never random.
func spoil(b *Bench, x []cuda.BF16, s Shape, great float32) {
	for row := 1; row < s.Rows; row += 8 {
		numbers := x[row*s.Columns : (row+1)*s.Columns]
		at := b.Rand.IntN(s.Columns)
		switch row / 8 % 5 {
		case 0:
			clear(numbers)
		case 1:
			numbers[at] = cuda.ToBF16(float32(math.NaN()))
		case 2:
			numbers[at] = cuda.ToBF16(float32(math.Inf(-1)))
		case 3:
			numbers[at] = cuda.ToBF16(-great)
		case 4:
			for i := range numbers {
				numbers[i] = cuda.ToBF16(numbers[i].Float() * 1e-36)
			}
		}
	}
}

// normLimit is how far numbers behind the GPU's approximate root may be from the true ones, in parts of themselves: 2⁻²² and some roundings.
const normLimit = 1e-6

// checkRMSNormQuantise allows what the root allows: a scale within normLimit, and a byte more or less where the number lies so near the middle between two.
func checkRMSNormQuantise(b *Bench, s Shape) (worst, limit float64, err error) {
	n := s.Rows * s.Columns
	x, weight := b.DrawBF16s(n, 2, 1), b.DrawFloats(s.Columns, 0.2, 1)
	spoil(b, x, s, 1e15) // its square is a float32
	out, scales := b.Poison(n), b.Poison(4*s.Rows)
	const epsilon = 1e-6
	b.Launch(cuda.RMSNormQuantise(out, scales, b.BF16s(x), b.Floats(weight), s.Rows, s.Columns, epsilon))
	return b.quantiseError(out, scales, s, normLimit, func(row int) []float32 {
		numbers := widenRows(x, s.Columns, row)
		y := make([]float32, s.Columns)
		for i, v := range ReferenceNorm(numbers, weight, nil, epsilon) {
			y[i] = float32(v)
		}
		return y
	}), exact, nil
}

// quantiseError is 0 when bytes and scales are those of the rows, 1 when one is not; NaN and infinity count as equal. tolerance is how far the
// numbers that were quantised may be from the reference's, in parts of themselves.
func (b *Bench) quantiseError(out, scales cuda.Pointer, s Shape, tolerance float64, row func(int) []float32) float64 {
	bytes, sizes := b.ReadBytes(out), b.ReadFloats(scales)
	if b.err != nil {
		return math.NaN()
	}
	wrong := make([]float64, s.Rows)
	parallel(s.Rows, func(i int) {
		if !sameQuantised(bytes[i*s.Columns:(i+1)*s.Columns], sizes[i], row(i), tolerance) {
			wrong[i] = 1
		}
	})
	worst := 0.0
	for _, w := range wrong {
		worst = max(worst, w)
	}
	return worst
}

func sameQuantised(bytes []byte, size float64, x []float32, tolerance float64) bool {
	want, scale := ReferenceQuantise(x)
	if finite := !math.IsNaN(float64(scale)) && !math.IsInf(float64(scale), 0); !finite {
		return math.IsNaN(size) || math.IsInf(size, 0)
	}
	if !(math.Abs(size-float64(scale)) <= tolerance*float64(scale)) {
		return false
	}
	for i, v := range want {
		if got := int8(bytes[i]); got == v {
			continue
		}
		ideal := float64(x[i]) / float64(scale)
		if tolerance == 0 || !(math.Abs(float64(int8(bytes[i]))-ideal) <= 0.5+2*127*tolerance) {
			return false
		}
	}
	return true
}

func floatsOf(v []cuda.BF16) []float32 {
	out := make([]float32, len(v))
	for i := range v {
		out[i] = v[i].Float()
	}
	return out
}
