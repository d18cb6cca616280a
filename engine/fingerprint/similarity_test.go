package fingerprint

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

// drawn makes a value of the space from a seed.
func drawn(s models.Space, seed uint64) (v Value) {
	r, info := rand.New(rand.NewPCG(seed, uint64(s))), s.Info()
	unit := func() []float32 {
		x, sum := make([]float32, info.Width), 0.0
		for i := range x {
			x[i] = float32(r.NormFloat64())
			sum += float64(x[i]) * float64(x[i])
		}
		for i := range x {
			x[i] /= float32(math.Sqrt(sum))
		}
		return x
	}
	switch info.Kind {
	case models.Dense:
		v.Dense = unit()
	case models.Pair:
		v.Dense = append(unit(), unit()...)
	case models.Terms:
		for id := r.IntN(9); id < 300; id += 1 + r.IntN(9) {
			v.Terms = append(v.Terms, TermWeight{uint16(id), .1 + r.Float32()})
		}
	case models.Binary:
		v.Bits = make([]uint64, (info.Width+63)/64)
		for i := range info.Width {
			v.Bits[i/64] |= r.Uint64() & 1 << (i % 64)
		}
	case models.Tokens:
		for range 1 + r.IntN(6) {
			v.Vectors = append(v.Vectors, unit()...)
		}
	}
	return v
}

// TestSimilarityKeepsItsLaws: 1 to itself, at most 1, symmetric except for tokens.
func TestSimilarityKeepsItsLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := models.Space(rapid.IntRange(0, models.Count-1).Draw(t, "space"))
		a, b := drawn(s, rapid.Uint64().Draw(t, "a")), drawn(s, rapid.Uint64().Draw(t, "b"))
		if x := Similarity(s, &a, &a); math.Abs(x-1) > 1e-5 {
			t.Fatalf("%v: similarity to itself is %v", s, x)
		}
		x := Similarity(s, &a, &b)
		if !(x <= 1+1e-5 && x >= -1-1e-5) {
			t.Fatalf("%v: similarity %v", s, x)
		}
		if y := Similarity(s, &b, &a); s.Info().Kind != models.Tokens && math.Abs(x-y) > 1e-12 {
			t.Fatalf("%v: %v one way, %v the other", s, x, y)
		}
		var absent Value
		if y := Similarity(s, &a, &absent); !math.IsNaN(y) {
			t.Fatalf("%v: similarity to nothing is %v", s, y)
		}
		if y := Similarity(s, &absent, &a); !math.IsNaN(y) {
			t.Fatalf("%v: similarity of nothing is %v", s, y)
		}
	})
}

// TestSimilarityOfKnownValues: small ones that can be computed by hand.
func TestSimilarityOfKnownValues(t *testing.T) {
	e5, e12 := models.Causal.Info().Width, models.LateInteraction.Info().Width
	axis := func(width int, at ...int) []float32 { // unit vectors along axes, one after another
		var out []float32
		for _, i := range at {
			v := make([]float32, width)
			v[i] = 1
			out = append(out, v...)
		}
		return out
	}
	words := (models.HDC.Info().Width + 63) / 64
	none, some := make([]uint64, words), make([]uint64, words)
	for i := range 2500 {
		some[i/64] |= 1 << (i % 64)
	}
	for name, c := range map[string]struct {
		space models.Space
		a, b  Value
		want  float64
	}{
		"at a right angle":              {models.Semantic, Value{Dense: axis(1024, 0)}, Value{Dense: axis(1024, 1)}, 0},
		"longer is not more alike":      {models.Graph, Value{Dense: []float32{3, 4}}, Value{Dense: []float32{6, 8}}, 1},
		"like causes, unlike effects":   {models.Causal, Value{Dense: axis(e5, 0, 1)}, Value{Dense: axis(e5, 0, 2)}, .5},
		"cause like effect is nothing":  {models.Causal, Value{Dense: axis(e5, 0, 1)}, Value{Dense: axis(e5, 1, 0)}, 0},
		"no term in common":             {models.Sparse, Value{Terms: []TermWeight{{1, 2}}}, Value{Terms: []TermWeight{{2, 2}}}, 0},
		"one of two terms":              {models.Splade, Value{Terms: []TermWeight{{1, 1}, {9, 1}}}, Value{Terms: []TermWeight{{9, 5}}}, math.Sqrt(.5)},
		"a quarter of the bits differs": {models.HDC, Value{Bits: none}, Value{Bits: some}, .5},
		"both tokens found":             {models.LateInteraction, Value{Vectors: axis(e12, 0, 1)}, Value{Vectors: axis(e12, 5, 1, 0)}, 1},
		"two of three tokens found":     {models.LateInteraction, Value{Vectors: axis(e12, 5, 1, 0)}, Value{Vectors: axis(e12, 0, 1)}, 2. / 3},
		"other widths":                  {models.Semantic, Value{Dense: []float32{1}}, Value{Dense: []float32{1, 0}}, math.NaN()},
		"other widths of a pair":        {models.Causal, Value{Dense: []float32{1, 1}}, Value{Dense: []float32{1, 1}}, math.NaN()},
		"other numbers of bits":         {models.HDC, Value{Bits: none}, Value{Bits: some[1:]}, math.NaN()},
		"part of a token":               {models.LateInteraction, Value{Vectors: axis(e12, 0)[1:]}, Value{Vectors: axis(e12, 0)}, math.NaN()},
	} {
		got := Similarity(c.space, &c.a, &c.b)
		if !(math.Abs(got-c.want) < 1e-6) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestTokensAddUpLikeADotProduct: the four sums of the fast loop leave nothing out, for any length.
func TestTokensAddUpLikeADotProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 3, 4, 5, 31, 32, 33, 128, 1025} {
		a, b, want := make([]float32, n), make([]float32, n), 0.0
		for i := range a {
			a[i], b[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
			want += float64(a[i]) * float64(b[i])
		}
		if got := product(a, slices.Clone(b)); math.Abs(float64(got)-want) > 1e-4*float64(n) {
			t.Errorf("%d numbers: %v, want %v", n, got, want)
		}
	}
}
