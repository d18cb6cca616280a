package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomBits(r *rand.Rand, words, n int) (query, rows []uint64) {
	query, rows = make([]uint64, words), make([]uint64, words*n)
	for i := range query {
		query[i] = r.Uint64()
	}
	for i := range rows {
		rows[i] = r.Uint64()
	}
	return query, rows
}

func TestHammingEveryVariantIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, v := range available() {
		for _, words := range append([]int{157}, sizes...) {
			for _, n := range []int{1, 31, 33} {
				query, rows := randomBits(r, words, n)
				want, got := make([]int32, n), make([]int32, n)
				hammingGeneric(query, rows, nil, want)
				hamming(v, query, rows, nil, got)
				if !slices.Equal(want, got) {
					t.Fatalf("%v: %d words, %d rows: %v, want %v", v, words, n, got, want)
				}
				pick := []int32{int32(n - 1), 0}
				picked := make([]int32, 2)
				hamming(v, query, rows, pick, picked)
				if picked[0] != want[n-1] || picked[1] != want[0] {
					t.Fatalf("%v: picked %v", v, picked)
				}
			}
		}
	}
}

func TestHammingOfKnownWords(t *testing.T) {
	out := make([]int32, 3)
	if err := Hamming([]uint64{0, ^uint64(0)}, []uint64{0, 0, 1, ^uint64(0), ^uint64(0), 0}, nil, out); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out, []int32{64, 1, 128}) {
		t.Errorf("distances %v", out)
	}
	if Hamming([]uint64{1, 2}, []uint64{1}, nil, out) == nil {
		t.Error("ragged rows were taken")
	}
}

func FuzzHamming(f *testing.F) {
	f.Add(uint64(1), uint8(157), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, words, rows uint8) {
		n := int(rows) + 1
		query, data := randomBits(rand.New(rand.NewPCG(seed, 1)), int(words)+1, n)
		want, got := make([]int32, n), make([]int32, n)
		hammingGeneric(query, data, nil, want)
		for _, v := range available() {
			if hamming(v, query, data, nil, got); !slices.Equal(got, want) {
				t.Fatalf("%v: %v, want %v", v, got, want)
			}
		}
	})
}

func BenchmarkHamming(b *testing.B) {
	for _, v := range available() {
		for _, n := range []int{1024, 65536} {
			b.Run(fmt.Sprintf("%v/157x%d", v, n), func(b *testing.B) {
				query, rows := randomBits(rand.New(rand.NewPCG(1, 1)), 157, n)
				out := make([]int32, n)
				b.SetBytes(int64(len(rows) * 8))
				for b.Loop() {
					hamming(v, query, rows, nil, out)
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrow/s")
			})
		}
	}
}
