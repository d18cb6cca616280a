package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkSignCode holds a variant to the definition.
func checkSignCode(t *testing.T, variant variant, v []int8, words int) {
	t.Helper()
	code := slices.Repeat([]uint64{0xaaaa_5555_aaaa_5555}, words+1) // what was there must not stay, what lies behind must
	squares, size := signCode(variant, v, code[:words])
	wantSquares, wantSize := 0, 0
	for j, x := range v {
		wantSquares += int(x) * int(x)
		if j >= 64*words {
			continue
		}
		wantSize += max(int(x), -int(x))
		if got := code[j/64]>>(j%64)&1 == 1; got != (x > 0) {
			t.Fatalf("%v: %d numbers, %d words, number %d = %d: %v", variant, len(v), words, j, x, got)
		}
	}
	if int(squares) != wantSquares || int(size) != wantSize || code[words] != 0xaaaa_5555_aaaa_5555 {
		t.Fatalf("%v: %d numbers, %d words: sums %d and %d, want %d and %d; behind: %x",
			variant, len(v), words, squares, size, wantSquares, wantSize, code[words])
	}
}

func TestSignCodeEveryVariantIsExact(t *testing.T) {
	for _, variant := range available() {
		for _, n := range append([]int{0, 256, 384, 512, 768}, sizes...) {
			v := make([]int8, n)
			for i := range v {
				v[i] = int8(i*89 + i/7)
			}
			for words := range n/64 + 1 {
				checkSignCode(t, variant, v, words)
			}
		}
		checkSignCode(t, variant, slices.Repeat([]int8{-128}, maxSigned), maxSigned/64) // the greatest sums there are
	}
}

func TestSignCodeRefusesShapesThatDoNotFit(t *testing.T) {
	code := make([]uint64, 1)
	if _, _, err := SignCode(make([]int8, 63), code); err == nil {
		t.Error("fewer numbers than bits were taken")
	}
	if _, _, err := SignCode(make([]int8, maxSigned+1), code); err == nil {
		t.Error("more numbers than can be summed were taken")
	}
}

func FuzzSignCode(f *testing.F) {
	f.Add([]byte{1, 0, 255, 128, 127}, uint8(0))
	f.Add(slices.Repeat([]byte{1, 0, 255, 128, 127}, 40), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, words uint8) {
		v := make([]int8, min(len(data), maxSigned))
		for i := range v {
			v[i] = int8(data[i])
		}
		for _, variant := range available() {
			checkSignCode(t, variant, v, min(int(words), len(v)/64))
		}
	})
}

func BenchmarkSignCode(b *testing.B) {
	for _, variant := range available() {
		b.Run(fmt.Sprintf("%v/768", variant), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			v, code := make([]int8, 768), make([]uint64, 6)
			for i := range v {
				v[i] = int8(r.IntN(256))
			}
			for b.Loop() {
				signCode(variant, v, code)
			}
		})
	}
}
