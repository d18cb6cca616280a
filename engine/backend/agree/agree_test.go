package agree

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// fixed gives the same values for every batch.
type fixed struct {
	values []fingerprint.Value
	err    error
}

func (fixed) Name() string       { return "fixed" }
func (fixed) Spaces() models.Set { return models.All }
func (fixed) Close() error       { return nil }
func (f fixed) Embed(context.Context, models.Space, *batch.Batch) ([]fingerprint.Value, error) {
	return f.values, f.err
}

func unit(r *rand.Rand, width int) []float32 {
	v, sum := make([]float32, width), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func compare(s models.Space, got, want fingerprint.Value) (Figures, error) {
	return Compare(context.Background(), fixed{values: []fingerprint.Value{got}}, fixed{values: []fingerprint.Value{want}}, s,
		batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1}}))
}

// TestNearnessIsTheCosine for vectors of unit length, whatever they are.
func TestNearnessIsTheCosine(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		a, b := unit(r, models.Graph.Info().Width), unit(r, models.Graph.Info().Width)
		cosine := 0.0
		for i := range a {
			cosine += float64(a[i]) * float64(b[i])
		}
		f, err := compare(models.Graph, fingerprint.Value{Dense: a}, fingerprint.Value{Dense: b})
		if err != nil || math.Abs(f.Least-cosine) > 1e-6 || f.Mean != f.Least || f.Vectors != 1 {
			rt.Errorf("figures %+v (%v), the cosine is %v", f, err, cosine)
		}
	})
}

func TestFiguresOfEveryKind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	a, b := unit(r, models.Causal.Info().Width), unit(r, models.Causal.Info().Width)
	terms := func(pairs ...float32) (out []fingerprint.TermWeight) {
		for p := range slices.Chunk(pairs, 2) {
			out = append(out, fingerprint.TermWeight{ID: uint16(p[0]), Weight: p[1]})
		}
		return out
	}
	tokens := func(n int) (v []float32) {
		for range n {
			v = append(v, unit(r, models.LateInteraction.Info().Width)...)
		}
		return v
	}
	many := tokens(100)
	turned := slices.Clone(many)
	for i := range models.LateInteraction.Info().Width {
		turned[i] = -turned[i]
	}
	bits := make([]uint64, 157)
	flipped := slices.Clone(bits)
	flipped[0] = 1<<20 - 1
	short := fingerprint.Value{Vectors: many[:128*99]}
	for name, c := range map[string]struct {
		space     models.Space
		got, want fingerprint.Value
		n         int
		least     float64
		passes    bool
		differs   string
	}{
		"the same pair":        {models.Causal, fingerprint.Value{Dense: slices.Concat(a, b)}, fingerprint.Value{Dense: slices.Concat(a, b)}, 2, 1, true, ""},
		"one half of it wrong": {models.Causal, fingerprint.Value{Dense: slices.Concat(a, negative(b))}, fingerprint.Value{Dense: slices.Concat(a, b)}, 2, -1, false, ""},
		"the same terms":       {models.Splade, fingerprint.Value{Terms: terms(1, 2, 7, 1)}, fingerprint.Value{Terms: terms(1, 2, 7, 1)}, 1, 1, true, ""},
		"a slight term more":   {models.Splade, fingerprint.Value{Terms: terms(1, 2, 3, .05, 7, 1)}, fingerprint.Value{Terms: terms(1, 2, 7, 1)}, 1, 1 - .0025/10, true, ""},
		"a heavy term less":    {models.Splade, fingerprint.Value{Terms: terms(1, 2)}, fingerprint.Value{Terms: terms(1, 2, 7, 1)}, 1, .9, false, ""},
		"weights twice":        {models.Splade, fingerprint.Value{Terms: terms(1, 4, 7, 2)}, fingerprint.Value{Terms: terms(1, 2, 7, 1)}, 1, .5, false, ""},
		"the same tokens":      {models.LateInteraction, fingerprint.Value{Vectors: many}, fingerprint.Value{Vectors: many}, 100, 1, true, ""},
		"one token wrong":      {models.LateInteraction, fingerprint.Value{Vectors: turned}, fingerprint.Value{Vectors: many}, 100, -1, false, ""},
		"a token less":         {models.LateInteraction, short, fingerprint.Value{Vectors: many}, 0, 0, false, "12672 and 12800 numbers"},
		"the same bits":        {models.HDC, fingerprint.Value{Bits: bits}, fingerprint.Value{Bits: bits}, 1, 1, true, ""},
		"20 other bits":        {models.HDC, fingerprint.Value{Bits: flipped}, fingerprint.Value{Bits: bits}, 1, .998, false, ""},
		"fewer words of bits":  {models.HDC, fingerprint.Value{Bits: bits[1:]}, fingerprint.Value{Bits: bits}, 0, 0, false, "words of bits"},
		"absent":               {models.Graph, fingerprint.Value{}, fingerprint.Value{Dense: a}, 0, 0, false, "absent: true, the second's: false"},
		"NaN":                  {models.Graph, fingerprint.Value{Dense: nans(384)}, fingerprint.Value{Dense: unit(r, 384)}, 1, -1, false, ""},
		"both absent":          {models.Graph, fingerprint.Value{}, fingerprint.Value{}, 0, 0, false, ""},
	} {
		f, err := compare(c.space, c.got, c.want)
		var differ *DifferError
		if errors.As(err, &differ) != (c.differs != "") || err != nil && !strings.Contains(err.Error(), c.differs) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.differs)
			continue
		}
		if f.Vectors != c.n || math.Abs(f.Least-c.least) > 1e-6 {
			t.Errorf("%s: %+v, want %d vectors and at least %v", name, f, c.n, c.least)
		}
		if err == nil && (f.Check(c.space.Info().Kind, false) == nil) != c.passes {
			t.Errorf("%s: the check says %v", name, f.Check(c.space.Info().Kind, false))
		}
	}
}

func negative(v []float32) []float32 {
	out := slices.Clone(v)
	for i := range out {
		out[i] = -out[i]
	}
	return out
}

func nans(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.NaN())
	}
	return out
}

// TestLimits walks both sides of each.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		kind        models.Kind
		int8        bool
		least, mean float64
		good        bool
	}{
		{models.Dense, false, .999, .999, true},
		{models.Dense, false, .9989, .9999, false},
		{models.Tokens, false, .99, .999, true},
		{models.Tokens, false, .9899, .9999, false},
		{models.Tokens, false, .995, .9989, false},
		{models.Pair, false, .9989, .9999, false},
		{models.Terms, false, .99, .999, true},
		{models.Terms, false, .9899, .9999, false},
		{models.Terms, false, .995, .9989, false},
		{models.Dense, true, .99, .99, true},
		{models.Dense, true, .9899, .99, false},
	} {
		f := Figures{Vectors: 3, Least: c.least, Mean: c.mean}
		if err := f.Check(c.kind, c.int8); (err == nil) != c.good {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := (Figures{Vectors: 1, Least: math.NaN(), Mean: math.NaN()}).Check(models.Dense, false); err == nil {
		t.Error("NaN passes")
	}
}

func TestBackendsThatFail(t *testing.T) {
	good, broken := fixed{values: make([]fingerprint.Value, 1)}, errors.New("broken")
	b := batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1}})
	for name, pair := range map[string][2]fixed{
		"first": {fixed{err: broken}, good}, "second": {good, fixed{err: broken}}, "short": {fixed{}, good},
	} {
		_, err := Compare(t.Context(), pair[0], pair[1], models.Graph, b)
		var differ *DifferError
		if err == nil || errors.As(err, &differ) || name != "short" && !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
