package drawn

import (
	"math"
	"slices"
	"testing"
)

// TestRoundedTypes holds the roundings to values of the standard.
func TestRoundedTypes(t *testing.T) {
	for v, want := range map[float32]uint16{0: 0, 1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 1.0 / 3: 0x3555, 0x1p-24: 1, 0x1p-14: 0x0400,
		0x1.ff8p-15: 0x03ff, 1 + 0x1p-11: 0x3c00, 1 + 3*0x1p-11: 0x3c02, 2 - 0x1p-12: 0x4000} {
		if got := float16(v); got != want {
			t.Errorf("%v as a half is %#04x, want %#04x", v, got, want)
		}
	}
	for v, want := range map[float32]uint16{0: 0, 1: 0x3f80, -2: 0xc000, math.Pi: 0x4049, 1 + 0x1p-8: 0x3f80, 1 + 3*0x1p-8: 0x3f82} {
		if got := bfloat16(v); got != want {
			t.Errorf("%v as a bfloat16 is %#04x, want %#04x", v, got, want)
		}
	}
}

// TestWeightsDependOnNameAndSeedAlone: how many values are drawn at once does not matter.
func TestWeightsDependOnNameAndSeedAlone(t *testing.T) {
	draw := func(name string, seed uint64, cut int) []float32 {
		s := newSource(&tensor{name: name, std: 2, mean: 1}, seed)
		v := make([]float32, 10)
		s.floats(v[:cut])
		s.floats(v[cut:])
		return v
	}
	a := draw("a", 1, 3)
	if !slices.Equal(a, draw("a", 1, 7)) || slices.Equal(a, draw("b", 1, 3)) || slices.Equal(a, draw("a", 2, 3)) {
		t.Error("weights depend on more or less than name and seed")
	}
}

func TestVocabulariesHoldNoTokenTwice(t *testing.T) {
	for _, tokens := range [][]string{pieces(640), pieces(bertVocabulary), first(bytePairs(640, "</w>")), first(bytePairs(49406, "</w>")), first(bytePairs(151643, ""))} {
		n := len(tokens)
		slices.Sort(tokens)
		if m := len(slices.Compact(tokens)); m != n {
			t.Errorf("%d of %d tokens are there twice", n-m, n)
		}
	}
	for id, want := range map[int]string{0: "[PAD]", 1: "[unused0]", 2: "[unused1]", 99: "[unused98]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]", 103: "[MASK]", 104: "[unused99]", 998: "[unused993]"} {
		if got := pieces(bertVocabulary)[id]; got != want {
			t.Errorf("piece %d is %s, want %s", id, got, want)
		}
	}
}

func first(tokens, _ []string) []string { return tokens }
