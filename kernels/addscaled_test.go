package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomScaled(r *rand.Rand, n int) (sums []float32, values []int32, factors []uint16) {
	for range n {
		sums = append(sums, float32(r.NormFloat64()))
		values = append(values, int32(r.IntN(16000)-8000))
		factors = append(factors, uint16(math.Float32bits(float32(r.Float64()/10))>>16))
	}
	return sums, values, factors
}

func TestAddScaledEveryVariantIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	for _, v := range available() {
		for _, n := range append([]int{1024}, sizes...) {
			sums, values, factors := randomScaled(r, n)
			for _, f := range [][]uint16{nil, factors} {
				want, got := slices.Clone(sums), slices.Clone(sums)
				addScaledGeneric(want, values, f, 0.37, -1.25)
				addScaled(v, got, values, f, 0.37, -1.25)
				if !slices.Equal(got, want) {
					t.Fatalf("%v: %d sums differ from the reference's", v, n)
				}
				for i := range sums {
					factor := 1.0
					if f != nil {
						factor = float64(math.Float32frombits(uint32(f[i]) << 16))
					}
					if x := float64(sums[i]) + float64(float32(0.37))*float64(values[i])*factor + 1.25; math.Abs(x-float64(want[i])) > 1e-6*(1+math.Abs(x)) {
						t.Fatalf("sum %d is %v, truly %v", i, want[i], x)
					}
				}
			}
		}
	}
}

func TestAddScaledRefusesRaggedShapes(t *testing.T) {
	sums := make([]float32, 2)
	if AddScaled(sums, make([]int32, 3), nil, 1, 1) == nil || AddScaled(sums, make([]int32, 2), make([]uint16, 1), 1, 1) == nil {
		t.Error("ragged shapes were taken")
	}
	if sums[0] != 0 {
		t.Error("something was computed")
	}
}

func FuzzAddScaled(f *testing.F) {
	f.Add(uint64(1), uint16(33), float32(0.5), float32(2))
	f.Fuzz(func(t *testing.T, seed uint64, n uint16, scale, offset float32) {
		sums, values, factors := randomScaled(rand.New(rand.NewPCG(seed, 1)), int(n)%3000)
		want := slices.Clone(sums)
		addScaledGeneric(want, values, factors, scale, offset)
		for _, v := range available() {
			got := slices.Clone(sums)
			addScaled(v, got, values, factors, scale, offset)
			for i := range got {
				if math.Float32bits(got[i]) != math.Float32bits(want[i]) && !(got[i] != got[i] && want[i] != want[i]) {
					t.Fatalf("%v: sum %d is %v, want %v", v, i, got[i], want[i])
				}
			}
		}
	})
}

func BenchmarkAddScaled(b *testing.B) {
	for _, v := range available() {
		b.Run(fmt.Sprint(v), func(b *testing.B) {
			sums, values, factors := randomScaled(rand.New(rand.NewPCG(1, 1)), 1024)
			for b.Loop() {
				addScaled(v, sums, values, factors, 1e-6, 1e-9)
			}
			b.ReportMetric(float64(len(sums))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrow/s")
		})
	}
}
