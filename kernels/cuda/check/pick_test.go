package check_test

import (
	"math"
	"slices"
	"testing"

	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"

	"pgregory.net/rapid"
)

// pickOn picks the terms of texts' scores on a GPU, a record each.
func pickOn(t interface {
	Fatal(...any)
	Helper()
}, gpu cuda.Machine, scores []float32, vocabulary, most int) []int32 {
	t.Helper()
	b := NewBench(gpu, 1)
	out := b.Poison(4 * len(scores) / vocabulary * cuda.PickRecord(most))
	b.Launch(cuda.Pick(out, b.Floats(scores), len(scores)/vocabulary, vocabulary, most))
	words := b.ReadInts(out)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	return words
}

// TestPickProperty draws scores with many ties and any numbers of terms.
func TestPickProperty(t *testing.T) {
	gpu := startGPU(t)
	rapid.Check(t, func(t *rapid.T) {
		vocabulary, most := rapid.IntRange(1, 700).Draw(t, "vocabulary"), rapid.IntRange(1, 90).Draw(t, "most")
		step := rapid.SampledFrom([]float32{0.25, 1e-30, 1e30}).Draw(t, "step")
		steps := rapid.SliceOfN(rapid.IntRange(0, rapid.IntRange(0, 9).Draw(t, "steps")), vocabulary, vocabulary).Draw(t, "scores")
		scores := make([]float32, vocabulary)
		for i, n := range steps {
			scores[i] = float32(n) * step
		}
		words, want := pickOn(t, gpu, scores, vocabulary, most), ReferencePick(scores, most)
		if int(words[0]) != len(want) || !slices.Equal(words[1:1+len(want)], want) {
			t.Fatalf("%d terms %v, want %v", words[0], words[1:1+min(most, int(max(words[0], 0)))], want)
		}
	})
}

// TestPickShowsNaN: a score that is no number is given out before all others, whatever its sign, so that nobody takes it for an absent term.
func TestPickShowsNaN(t *testing.T) {
	gpu := startGPU(t)
	for _, bits := range []uint32{0x7fc00000, 0xffc00000, 0xffffffff, 0x7fffffff} {
		scores := []float32{1, 2, 3, math.Float32frombits(bits), 5, 6}
		words := pickOn(t, gpu, scores, len(scores), 2)
		if words[0] != 2 || words[1] != 3 || words[2] != 5 {
			t.Errorf("NaN %#x: the terms are %v, want 3 and 5", bits, words[:3])
		}
	}
}

// TestUnitShowsFaults: what is no number stays none, and a row of zeros stays zeros.
func TestUnitShowsFaults(t *testing.T) {
	gpu := startGPU(t)
	for name, v := range map[string]float32{"NaN": float32(math.NaN()), "infinite": float32(math.Inf(1))} {
		b := NewBench(gpu, 1)
		x := make([]cuda.BF16, 2*64)
		x[3], x[5] = cuda.ToBF16(v), cuda.ToBF16(1)
		out := b.Poison(4 * len(x))
		b.Launch(cuda.Unit(out, b.BF16s(x), 2, 64))
		got := b.ReadFloats(out)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(got[:64], math.IsNaN) {
			t.Errorf("%s: the row shows no fault", name)
		}
		if slices.ContainsFunc(got[64:], func(v float64) bool { return v != 0 }) {
			t.Errorf("%s: the row of zeros is %v", name, got[64:])
		}
	}
}
