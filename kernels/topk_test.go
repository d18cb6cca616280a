package kernels

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sortedTopK is the slow true answer.
func sortedTopK(values []float32, floor float32, k int) []int32 {
	var all []int32
	for i, v := range values {
		if v > floor {
			all = append(all, int32(i))
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int { return cmp.Compare(values[b], values[a]) })
	return all[:min(max(k, 0), len(all))]
}

func TestTopKEqualsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, n := range append([]int{0}, sizes...) {
		for _, k := range []int{0, 1, 2, 31, 32, 33, 2000} {
			for _, levels := range []int{2, 10, 1 << 20} { // few levels: many ties
				values := make([]float32, n)
				for i := range values {
					values[i] = float32(r.IntN(levels)) - 0.5
					if r.IntN(20) == 0 {
						values[i] = float32(math.NaN())
					}
				}
				for _, floor := range []float32{float32(math.Inf(-1)), 0} {
					if got, want := TopK(values, floor, k), sortedTopK(values, floor, k); !slices.Equal(got, want) {
						t.Fatalf("n %d k %d floor %v: %v, want %v", n, k, floor, got, want)
					}
				}
			}
		}
	}
}

func FuzzTopK(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3, 0}, uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, k uint8) {
		values := make([]float32, len(data))
		for i, b := range data {
			if values[i] = float32(b); b == 255 {
				values[i] = float32(math.NaN())
			}
		}
		if got, want := TopK(values, 0, int(k)), sortedTopK(values, 0, int(k)); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func BenchmarkTopK(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	values := make([]float32, 100_000)
	for i := range values {
		values[i] = r.Float32()
	}
	for b.Loop() {
		TopK(values, 0, 1000)
	}
}
