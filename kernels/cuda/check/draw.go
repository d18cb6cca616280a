package check

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"asterism/kernels/cuda"
)

// drawChunk is how many numbers are drawn from one source: the sources are derived from the bench's, so the numbers do not depend on the machine's cores.
const drawChunk = 1 << 16

// DrawFloats returns n normal numbers with this deviation and mean.
func (b *Bench) DrawFloats(n int, deviation, mean float64) []float32 {
	out := make([]float32, n)
	b.draw(n, func(i int, x float64) { out[i] = float32(x*deviation + mean) })
	return out
}

// DrawBF16s is DrawFloats rounded to bf16.
func (b *Bench) DrawBF16s(n int, deviation, mean float64) []cuda.BF16 {
	out := make([]cuda.BF16, n)
	b.draw(n, func(i int, x float64) { out[i] = cuda.ToBF16(float32(x*deviation + mean)) })
	return out
}

func (b *Bench) draw(n int, put func(i int, x float64)) {
	seed := b.Rand.Uint64()
	parallel((n+drawChunk-1)/drawChunk, func(chunk int) {
		r := rand.New(rand.NewPCG(seed, uint64(chunk)))
		for i := chunk * drawChunk; i < min(n, (chunk+1)*drawChunk); i++ {
			put(i, r.NormFloat64())
		}
	})
}

// DrawInts returns n whole numbers from 0 to below limit.
func (b *Bench) DrawInts(n, limit int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = b.Rand.Int32N(int32(limit))
	}
	return out
}

// Sample returns indices below n in rising order: all if there are at most `most`, else the first, the last and random others. A reference in
// float64 over everything would take minutes at large shapes; numbers that are not compared are still checked for NaN.
func (b *Bench) Sample(n, most int) []int {
	if n <= most {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	taken := map[int]bool{0: true, n - 1: true}
	for len(taken) < most {
		taken[b.Rand.IntN(n)] = true
	}
	out := make([]int, 0, most)
	for i := range taken {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// parallel calls f for 0 to below n, on all cores.
func parallel(n int, f func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	group.Wait()
}

// widen returns the numbers in float64, exactly.
func widen(v []cuda.BF16) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = float64(v[i].Float())
	}
	return out
}

// widenRows returns those rows of a matrix of rows of width numbers, one after the other.
func widenRows(v []cuda.BF16, width int, rows ...int) []float64 {
	out := make([]float64, 0, width*len(rows))
	for _, r := range rows {
		for _, x := range v[r*width : (r+1)*width] {
			out = append(out, float64(x.Float()))
		}
	}
	return out
}

// pick is the values at the places.
func pick[T any](v []T, places []int) []T {
	out := make([]T, len(places))
	for i, p := range places {
		out[i] = v[p]
	}
	return out
}

// plus is a + b.
func plus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}
