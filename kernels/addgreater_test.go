package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func checkAddGreater(t *testing.T, v variant, sums, a, b []float32, scale, offset float32) {
	t.Helper()
	got := slices.Clone(sums)
	addGreater(v, got, a, b, scale, offset)
	for r, sum := range sums {
		x := a[r]
		if b != nil && b[r] > x {
			x = b[r]
		}
		product := float32(scale * x) // rounded, so that arm64 does not join it with the difference
		difference := float32(product - offset)
		if want := sum + difference; math.Float32bits(got[r]) != math.Float32bits(want) && !(got[r] != got[r] && want != want) {
			t.Fatalf("%v: %d sums, b %v: sum %d is %v, want %v", v, len(sums), b != nil, r, got[r], want)
		}
	}
}

// randomFloats are some of every kind.
func randomFloats(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
		if r.IntN(8) == 0 {
			out[i] = [...]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1))}[r.IntN(5)]
		}
	}
	return out
}

func TestAddGreaterEveryVariantIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 7))
	for _, v := range append(available(), plain) {
		for _, n := range append([]int{1024}, sizes...) {
			sums, a, b := randomFloats(r, n), randomFloats(r, n), randomFloats(r, n)
			checkAddGreater(t, v, sums, a, nil, 0.37, -1.25)
			checkAddGreater(t, v, sums, a, b, 0.37, -1.25)
			checkAddGreater(t, v, sums, a, a, -3, 1e-9)
		}
	}
}

func TestAddGreaterRefusesRaggedShapes(t *testing.T) {
	sums := make([]float32, 2)
	if AddGreater(sums, make([]float32, 3), nil, 1, 1) == nil || AddGreater(sums, make([]float32, 2), make([]float32, 1), 1, 1) == nil {
		t.Error("ragged shapes were taken")
	}
	if sums[0] != 0 {
		t.Error("something was computed")
	}
}

func FuzzAddGreater(f *testing.F) {
	f.Add(uint64(1), uint16(33), float32(0.5), float32(2))
	f.Fuzz(func(t *testing.T, seed uint64, n uint16, scale, offset float32) {
		r, size := rand.New(rand.NewPCG(seed, 1)), int(n)%3000
		sums, a, b := randomFloats(r, size), randomFloats(r, size), randomFloats(r, size)
		for _, v := range available() {
			checkAddGreater(t, v, sums, a, b, scale, offset)
		}
	})
}

func BenchmarkAddGreater(b *testing.B) {
	for _, v := range available() {
		b.Run(fmt.Sprint(v), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			sums, x, y := make([]float32, 1024), make([]float32, 1024), make([]float32, 1024)
			for i := range x {
				x[i], y[i] = r.Float32(), r.Float32()
			}
			for b.Loop() {
				addGreater(v, sums, x, y, 1e-6, 1e-9)
			}
			b.ReportMetric(float64(len(sums))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrow/s")
		})
	}
}
