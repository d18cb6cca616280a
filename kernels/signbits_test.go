package kernels

import (
	"math"
	"testing"
)

func checkSignBits[T int8 | float32](t *testing.T, v []T) {
	t.Helper()
	out := make([]uint64, (len(v)+63)/64)
	for i := range out {
		out[i] = 0xaaaa_5555_aaaa_5555 // what was there must not stay
	}
	if err := SignBits(v, out); err != nil {
		t.Fatal(err)
	}
	for j := range 64 * len(out) {
		want := j < len(v) && v[min(j, len(v)-1)] > 0
		if got := out[j/64]>>(j%64)&1 == 1; got != want {
			t.Fatalf("%d numbers, number %d: %v", len(v), j, got)
		}
	}
}

func TestSignBits(t *testing.T) {
	for _, n := range append([]int{0}, sizes...) {
		small, large := make([]int8, n), make([]float32, n)
		for i := range n {
			small[i] = int8(i*89 + i/7)
			large[i] = [...]float32{1, -1, 0, float32(math.Copysign(0, -1)), float32(math.NaN()), 1e-45, float32(math.Inf(1))}[i*5%7]
		}
		checkSignBits(t, small)
		checkSignBits(t, large)
	}
	if SignBits(make([]int8, 65), make([]uint64, 1)) == nil || SignBits(make([]int8, 64), make([]uint64, 2)) == nil {
		t.Error("a row of another size was taken")
	}
}

func FuzzSignBits(f *testing.F) {
	f.Add([]byte{1, 0, 255, 128, 127})
	f.Fuzz(func(t *testing.T, data []byte) {
		v := make([]int8, len(data))
		for i, b := range data {
			v[i] = int8(b)
		}
		checkSignBits(t, v)
	})
}

func BenchmarkSignBits(b *testing.B) {
	v, out := make([]int8, 512), make([]uint64, 8)
	for i := range v {
		v[i] = int8(i * 89)
	}
	b.SetBytes(int64(len(v)))
	for b.Loop() {
		if err := SignBits(v, out); err != nil {
			b.Fatal(err)
		}
	}
}
