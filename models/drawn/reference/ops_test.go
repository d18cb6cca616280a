package reference

import (
	"math"
	"testing"
)

// TestKnownValues holds the functions to values that were computed apart, by their definitions.
func TestKnownValues(t *testing.T) {
	bfloat, _ := numbers("BF16")
	for name, c := range map[string]struct{ got, want float64 }{
		"gelu(1) = Φ(1)":             {gelu(1), 0.8413447460685429},
		"gelu(−2) = −2·Φ(−2)":        {gelu(-2), -2 * 0.022750131948179195},
		"quick gelu(1) = σ(1.702)":   {quickGELU(1), 1 / (1 + math.Exp(-1.702))},
		"silu(1) = σ(1)":             {silu(1), 0.7310585786300049},
		"a half of 1":                {float64(half(0x3c00)), 1},
		"a half of −2":               {float64(half(0xc000)), -2},
		"the smallest half":          {float64(half(0x0001)), 0x1p-24},
		"the largest half":           {float64(half(0x7bff)), 65504},
		"a bfloat16 of π":            {float64(bfloat([]byte{0x49, 0x40})), 3.140625},
		"layer norm of (1, 3), high": {layerNorm(states{{1, 3}}, []float64{2, 2}, []float64{5, 5}, 0)[0][1], 7},
		"rms norm of (3, 4), second": {rmsNorm(states{{3, 4}}, []float64{1, 1}, 0)[0][1], 4 / math.Sqrt(12.5)},
	} {
		if math.Abs(c.got-c.want) > 1e-15*max(1, math.Abs(c.want)) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

// TestAttentionByHand: two tokens, one head of two values; the second looks at the first with the share e/(e+1).
func TestAttentionByHand(t *testing.T) {
	a := attention{heads: 1, keyHeads: 1, rows: []Row{{IDs: []int32{1, 2}}}}
	q := states{{0, 0}, {math.Sqrt2, 0}}
	k := states{{1, 0}, {0, 1}}
	v := states{{1, 0}, {0, 1}}
	got := a.apply(q, k, v)
	share := math.E / (math.E + 1)
	for i, want := range []float64{0.5, 0.5, share, 1 - share} {
		if math.Abs(got[i/2][i%2]-want) > 1e-15 {
			t.Errorf("value %d is %v, want %v", i, got[i/2][i%2], want)
		}
	}
	a.causal = true
	if got := a.apply(q, k, v); got[0][0] != 1 || got[0][1] != 0 {
		t.Errorf("the first token sees %v, want only itself", got[0])
	}
}

// TestRotationKeepsDistances: the product of two rotated vectors depends on how far apart they stand, not on where.
func TestRotationKeepsDistances(t *testing.T) {
	a := attention{rows: []Row{{IDs: make([]int32, 12)}}}
	x := make(states, 12)
	for i := range x {
		x[i] = []float64{1, 2, -3, 0.5}
	}
	r := a.rotate(x, 1, 1000)
	for i := range 9 {
		if d := math.Abs(dot(r[i], r[i+3]) - dot(r[0], r[3])); d > 1e-12 {
			t.Errorf("places %d and %d: product off by %g", i, i+3, d)
		}
	}
	// One radian a place for the first pair, (0, 2).
	if want := math.Cos(1) + 3*math.Sin(1); math.Abs(r[1][0]-want) > 1e-15 {
		t.Errorf("the first value at place 1 is %v, want %v", r[1][0], want)
	}
}
