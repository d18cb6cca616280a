package kernels

import (
	"cmp"
	"fmt"
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

func checkTopK(t *testing.T, values []float32, floor float32, k int) {
	t.Helper()
	want := sortedTopK(values, floor, k)
	for _, v := range available() {
		if got := topK(v, values, floor, k); !slices.Equal(got, want) {
			t.Fatalf("%v: n %d k %d floor %v: %v, want %v", v, len(values), k, floor, got, want)
		}
	}
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
					checkTopK(t, values, floor, k)
				}
			}
		}
	}
}

// Orders in which the bar rises often, rarely and never, over many blocks; both zeros are equal.
func TestTopKOfManyBlocks(t *testing.T) {
	r, n := rand.New(rand.NewPCG(19, 20)), 3*aboveBlock+5
	zero := float32(0)
	for name, value := range map[string]func(i int) float32{
		"random":     func(int) float32 { return float32(r.NormFloat64()) },
		"ascending":  func(i int) float32 { return float32(i) },
		"descending": func(i int) float32 { return float32(-i) },
		"one value":  func(int) float32 { return -3 },
		"zeros":      func(i int) float32 { return zero * float32(1-2*(i%2)) },
		"infinities": func(i int) float32 { return float32(math.Inf(1 - 2*(i%3%2))) },
	} {
		values := make([]float32, n)
		for i := range values {
			values[i] = value(i)
		}
		t.Run(name, func(t *testing.T) {
			for _, k := range []int{1, 1000, 4000, n - 1, n, math.MaxInt} {
				checkTopK(t, values, float32(math.Inf(-1)), k)
			}
		})
	}
}

func TestGreatestPartsTheKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 2000 {
		keys := make([]uint64, r.IntN(40)+1)
		for i, p := range r.Perm(len(keys)) {
			keys[i] = uint64(p)
		}
		n := len(keys)
		k := r.IntN(n + 1)
		best := slices.Clone(greatest(keys, k))
		if k > 0 && best[k-1] != uint64(n-k) {
			t.Fatalf("the last of %d out of %d is %d", k, n, best[k-1])
		}
		slices.Sort(best)
		for i, key := range best {
			if key != uint64(n-k+i) {
				t.Fatalf("%d of %d: %v", k, n, best)
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
		checkTopK(t, values, 0, int(k))
	})
}

func BenchmarkTopK(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	values := make([]float32, 1_000_000)
	for i := range values {
		values[i] = float32(r.NormFloat64())
	}
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		for _, k := range []int{10, 1000} {
			for _, v := range available() {
				b.Run(fmt.Sprintf("%v/%dof%d", v, k, n), func(b *testing.B) {
					for b.Loop() {
						topK(v, values[:n], float32(math.Inf(-1)), k)
					}
				})
			}
		}
	}
}
