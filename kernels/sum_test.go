package kernels

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestSumEveryVariant(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, v := range available() {
		for _, n := range sizes {
			_, words := randomBits(r, 1, n)
			if got, want := sum(v, words), sumGeneric(words); got != want {
				t.Fatalf("%v: %d words: %d, want %d", v, n, got, want)
			}
		}
	}
	if Sum(nil) != 0 || Sum([]uint64{1 << 63, 1 << 63, 5}) != 5 {
		t.Error("sums of known words")
	}
}

func BenchmarkSum(b *testing.B) {
	for _, v := range available() {
		for _, n := range []int{8 << 10, 32 << 20} {
			b.Run(fmt.Sprintf("%v/%d", v, n), func(b *testing.B) {
				words := make([]uint64, n)
				for i := range words {
					words[i] = uint64(i)
				}
				b.SetBytes(int64(8 * n))
				for b.Loop() {
					sum(v, words)
				}
			})
		}
	}
}
