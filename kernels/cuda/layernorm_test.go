package cuda_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
)

// halfUnit is the greatest relative error of one rounding to bf16.
const halfUnit = 1.0 / 256

// sizes are the row counts that every row kernel is tried with: one, around a warp, and beyond one block of a thousand.
var sizes = []int{1, 31, 32, 33, 1025}

func draw(r *rand.Rand, n int, scale, shift float64) []BF16 {
	out := make([]BF16, n)
	for i := range out {
		out[i] = ToBF16(float32(r.NormFloat64()*scale + shift))
	}
	return out
}

func drawFloats(r *rand.Rand, n int, scale, shift float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64()*scale + shift)
	}
	return out
}

func widened(v []BF16) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = float64(v[i].Float())
	}
	return out
}

func plus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

func TestLayerNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, width := range NormWidths {
		for _, rows := range sizes {
			if rows > 33 && width > 384 {
				continue // the grid is the same for every width
			}
			for _, residual := range []bool{false, true} {
				t.Run(fmt.Sprintf("%d of %d, residual %v", rows, width, residual), func(t *testing.T) {
					e := startEmulator(t)
					x, y := draw(r, rows*width, 3, 10), draw(r, rows*width, 1, 0)
					scale, shift := drawFloats(r, width, 0.2, 1), drawFloats(r, width, 0.2, 0)
					sum := widened(x)
					out, added := e.poison(2*rows*width), Pointer(0)
					if residual {
						added, sum = e.bf16s(y), plus(sum, widened(y))
					}
					e.run(LayerNorm(out, e.bf16s(x), added, e.floats(scale), e.floats(shift), rows, width, 1e-12))
					var want []float64
					for i := range rows {
						want = append(want, ReferenceNorm(sum[i*width:(i+1)*width], scale, shift, 1e-12)...)
					}
					if got := relativeError(e.readBF16s(out), want); !(got < halfUnit) {
						t.Errorf("off by %g, want below %g", got, halfUnit)
					}
				})
			}
		}
	}
}

func TestEmbedLayerNorm(t *testing.T) {
	e, r := startEmulator(t), rand.New(rand.NewPCG(3, 4))
	const width, vocabulary, longest = 384, 97, 40
	words, positions, kind := draw(r, vocabulary*width, 1, 0), draw(r, longest*width, 0.3, 0), draw(r, width, 0.1, 0)
	scale, shift := drawFloats(r, width, 0.2, 1), drawFloats(r, width, 0.2, 0)
	for _, rows := range sizes {
		for _, placed := range []bool{false, true} {
			ids, places := make([]int32, rows), make([]int32, rows)
			var want []float64
			for i := range ids {
				ids[i], places[i] = r.Int32N(vocabulary), r.Int32N(longest)
				sum := widened(words[int(ids[i])*width:][:width])
				if placed {
					sum = plus(plus(sum, widened(positions[int(places[i])*width:][:width])), widened(kind))
				}
				want = append(want, ReferenceNorm(sum, scale, shift, 1e-12)...)
			}
			out, where, what := e.poison(2*rows*width), Pointer(0), Pointer(0)
			if placed {
				where, what = e.bf16s(positions), e.bf16s(kind)
			}
			e.run(EmbedLayerNorm(out, e.ints(ids), e.ints(places), e.bf16s(words), where, what, e.floats(scale), e.floats(shift), rows, width, 1e-12))
			if got := relativeError(e.readBF16s(out), want); !(got < halfUnit) {
				t.Errorf("%d rows, with positions %v: off by %g, want below %g", rows, placed, got, halfUnit)
			}
		}
	}
}

func TestRMSNorm(t *testing.T) {
	e, r := startEmulator(t), rand.New(rand.NewPCG(5, 6))
	const width = 1536
	for _, rows := range []int{1, 5, 33} {
		for _, residual := range []bool{false, true} {
			x, y, scale := draw(r, rows*width, 2, 1), draw(r, rows*width, 1, 0), drawFloats(r, width, 0.2, 1)
			sum := widened(x)
			out, kept, added := e.poison(2*rows*width), Pointer(0), Pointer(0)
			if residual {
				added, kept, sum = e.bf16s(y), e.poison(2*rows*width), plus(sum, widened(y))
			}
			e.run(RMSNorm(out, kept, e.bf16s(x), added, e.floats(scale), rows, width, 1e-6))
			var want []float64
			for i := range rows {
				want = append(want, ReferenceNorm(sum[i*width:(i+1)*width], scale, nil, 1e-6)...)
			}
			if got := relativeError(e.readBF16s(out), want); !(got < halfUnit) {
				t.Errorf("%d rows, residual %v: off by %g, want below %g", rows, residual, got, halfUnit)
			}
			if residual {
				if got := relativeError(e.readBF16s(kept), sum); !(got < halfUnit) {
					t.Errorf("%d rows: the sum is off by %g, want below %g", rows, got, halfUnit)
				}
			}
		}
	}
}
