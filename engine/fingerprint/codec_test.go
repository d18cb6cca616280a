package fingerprint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

var kept = models.All.Without(models.OfOrigin(models.FromTime)).Spaces()

// sample returns a random value of the space, in the shape that an embedder returns; tokens is the length of its text.
func sample(rng *rand.Rand, space models.Space, tokens int) Value {
	info := space.Info()
	switch info.Kind {
	case models.Dense:
		return Value{Dense: unitVector(rng, info.Width)}
	case models.Pair:
		return Value{Dense: append(unitVector(rng, info.Width), unitVector(rng, info.Width)...)}
	case models.Terms:
		var terms []TermWeight
		for id := rng.IntN(300); id < info.Width; id += 1 + rng.IntN(300) {
			terms = append(terms, TermWeight{ID: uint16(id), Weight: 3*rng.Float32() + 1e-6})
		}
		return Value{Terms: terms}
	case models.Binary:
		bits := make([]uint64, (info.Width+63)/64)
		for i := range bits {
			bits[i] = rng.Uint64()
		}
		bits[len(bits)-1] >>= len(bits)*64 - info.Width
		return Value{Bits: bits}
	}
	var rows []float32
	for range tokens {
		rows = append(rows, unitVector(rng, info.Width)...)
	}
	return Value{Vectors: rows}
}

func unitVector(rng *rand.Rand, width int) []float32 {
	sums := make([]float64, width)
	for i := range sums {
		sums[i] = rng.NormFloat64()
	}
	out := make([]float32, width)
	unit(out, sums)
	return out
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func mustPack(t testing.TB, space models.Space, v Value) Packed {
	t.Helper()
	p, err := Pack(space, v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPackKeepsDirection(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, space := range kept {
		info := space.Info()
		lowest := 1.0
		for range 20 {
			v := sample(rng, space, 30)
			p := mustPack(t, space, v)
			got := Unpack(space, &p)
			a, b, bound := v.Dense, got.Dense, .9999
			if info.Kind == models.Tokens {
				a, b, bound = v.Vectors, got.Vectors, .97
			}
			if len(a) != len(b) {
				t.Fatalf("%v: %d numbers came back, want %d", space, len(b), len(a))
			}
			for i := 0; i+info.Width <= len(a); i += info.Width {
				c := cosine(a[i:i+info.Width], b[i:i+info.Width])
				lowest = min(lowest, c)
				if c < bound {
					t.Fatalf("%v: cosine %.5f, want at least %v", space, c, bound)
				}
			}
			if info.Kind == models.Binary && !reflect.DeepEqual(v.Bits, got.Bits) {
				t.Fatalf("%v: bits changed", space)
			}
			for i, term := range v.Terms {
				if g := got.Terms[i]; g.ID != term.ID || math.Abs(float64(g.Weight/term.Weight-1)) > 1./2048 && term.Weight > 1e-4 {
					t.Fatalf("%v: term %v came back as %v", space, term, g)
				}
			}
		}
		t.Logf("%v: lowest cosine %.6f", space, lowest)
	}
}

func TestPackIsTheNearestNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := unitVector(rng, models.Semantic.Info().Width)
	p := mustPack(t, models.Semantic, Value{Dense: x})
	for i, v := range x {
		if want := math.RoundToEven(float64(v) / float64(p.Scales[0])); math.Abs(want-float64(p.Int8[i])) > 1e-3 && math.Abs(float64(v)/float64(p.Scales[0])-float64(p.Int8[i])) > .501 {
			t.Fatalf("number %d: %v/%v gave %d, want %v", i, v, p.Scales[0], p.Int8[i], want)
		}
	}
	rows := sample(rng, models.LateInteraction, 9).Vectors
	q := mustPack(t, models.LateInteraction, Value{Vectors: rows})
	for i, v := range rows {
		top, err := largest(rows[i/128*128 : i/128*128+128])
		if err != nil {
			t.Fatal(err)
		}
		n := int(q.Nibbles[i/2]>>(4*(i%2))&15) - tokenBias
		if n < -tokenSteps || n > tokenSteps || math.Abs(float64(v)/float64(top/tokenSteps)-float64(n)) > .501 {
			t.Fatalf("token number %d: %v in steps of %v gave %d", i, v, top/tokenSteps, n)
		}
	}
}

// TestTokenIsItselfInItsOwnDirection: the product of a token with its packed form is its squared length, whatever was lost in other
// directions.
func TestTokenIsItselfInItsOwnDirection(t *testing.T) {
	width := models.LateInteraction.Info().Width
	rapid.Check(t, func(r *rapid.T) {
		x := rapid.SliceOfN(rapid.Float32Range(-1e3, 1e3), width, width).Draw(r, "token")
		x[rapid.IntRange(0, width-1).Draw(r, "place")] = rapid.SampledFrom([]float32{1e-3, 1, -1e3, 1e18}).Draw(r, "one of them")
		p, err := Pack(models.LateInteraction, Value{Vectors: x})
		if err != nil {
			r.Fatal(err)
		}
		product, square := 0.0, 0.0
		for i, v := range Unpack(models.LateInteraction, &p).Vectors {
			product += float64(v) * float64(x[i])
			square += float64(x[i]) * float64(x[i])
		}
		if math.Abs(product/square-1) > 1e-5 {
			r.Fatalf("with its kept form a token has the product %v, with itself %v", product, square)
		}
	})
}

func TestPackRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	dense := func(change func(x []float32)) Value {
		v := sample(rng, models.Graph, 0)
		change(v.Dense)
		return v
	}
	bits := sample(rng, models.HDC, 0)
	bits.Bits[len(bits.Bits)-1] |= 1 << 63
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		space models.Space
		v     Value
		want  string
	}{
		"width":       {models.Graph, Value{Dense: make([]float32, 3)}, "E8 graph: value has 3 numbers, want 384"},
		"half a pair": {models.Causal, Value{Dense: make([]float32, 768)}, "want 1536"},
		"nan":         {models.Graph, dense(func(x []float32) { x[7] = nan }), "number 7 is NaN"},
		"infinite":    {models.Graph, dense(func(x []float32) { x[383] = float32(math.Inf(-1)) }), "number 383 is -Inf"},
		"zero":        {models.Graph, dense(func(x []float32) { clear(x) }), "length is 0"},
		"zero effect": {models.Causal, Value{Dense: append(unitVector(rng, 768), make([]float32, 768)...)}, "vector 1: length is 0"},
		"time":        {models.TemporalRecent, Value{Dense: unitVector(rng, 512)}, "computed from the time"},
		"other field": {models.Graph, Value{Dense: unitVector(rng, 384), Bits: []uint64{1}}, "does not use"},
		"order":       {models.Sparse, Value{Terms: []TermWeight{{9, 1}, {9, 1}}}, "id 9 behind id 9"},
		"vocabulary":  {models.Sparse, Value{Terms: []TermWeight{{30522, 1}}}, "the vocabulary has 30522"},
		"weight 0":    {models.Splade, Value{Terms: []TermWeight{{1, 0}}}, "weight 0"},
		"weight nan":  {models.Splade, Value{Terms: []TermWeight{{1, nan}}}, "weight NaN"},
		"weight huge": {models.Splade, Value{Terms: []TermWeight{{1, 7e4}}}, "at most 65504"},
		"bit width":   {models.HDC, bits, "beyond the width of 10000"},
		"words":       {models.HDC, Value{Bits: make([]uint64, 2)}, "2 words of bits, want 157"},
		"half a row":  {models.LateInteraction, Value{Vectors: make([]float32, 129)}, "multiple of 128"},
		"token nan":   {models.LateInteraction, Value{Vectors: append(make([]float32, 255), nan)}, "token 1: number 127"},
		"too many":    {models.LateInteraction, Value{Vectors: make([]float32, 128*(MaxTokenVectors+1))}, "at most 2048"},
		"no space":    {models.Count, Value{}, "there are 13 spaces"},
	} {
		if _, err := Pack(c.space, c.v); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestAbsentStaysAbsent(t *testing.T) {
	for space := models.Space(0); space < models.Count; space++ {
		p := mustPack(t, space, Value{})
		back, err := ParseSpace(space, AppendSpace(nil, space, &p))
		if err != nil || !back.Absent() || !Unpack(space, &back).Absent() {
			t.Errorf("%v: absent came back as %v, error %v", space, back, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, space := range kept {
		for tokens := 1; tokens <= MaxTokenVectors; tokens *= 4 {
			p := mustPack(t, space, sample(rng, space, tokens))
			prefix := []byte("before")
			b := AppendSpace(prefix, space, &p)
			got, err := ParseSpace(space, b[len(prefix):])
			if err != nil || !reflect.DeepEqual(got, p) || !bytes.HasPrefix(b, prefix) {
				t.Fatalf("%v with %d tokens: did not come back whole, error %v", space, tokens, err)
			}
		}
	}
}

func TestParseFindsEveryChangedByte(t *testing.T) {
	p := mustPack(t, models.Graph, sample(rand.New(rand.NewPCG(9, 10)), models.Graph, 0))
	whole := AppendSpace(nil, models.Graph, &p)
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 0x10
		if _, err := ParseSpace(models.Graph, b); !errors.Is(err, ErrChecksum) {
			t.Fatalf("byte %d changed: error %v, want ErrChecksum", i, err)
		}
	}
	for n := range whole {
		if _, err := ParseSpace(models.Graph, whole[:n]); err == nil {
			t.Fatalf("the first %d bytes were accepted", n)
		}
	}
}

// frame adds a version and a correct checksum to a body.
func frame(version byte, body ...byte) []byte {
	b := append([]byte{version}, body...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		space models.Space
		b     []byte
		want  error
	}{
		"newer":              {models.Graph, frame(2, 1, 2, 3), ErrNewer},
		"version 0":          {models.Graph, frame(0), ErrLayout},
		"empty":              {models.Graph, nil, ErrLayout},
		"short":              {models.Graph, frame(1, 1, 2, 3), ErrLayout},
		"time space":         {models.TemporalRecent, frame(1, make([]byte, 516)...), ErrLayout},
		"count too large":    {models.Sparse, frame(1, 255, 255, 1, 2, 3, 4), ErrLayout},
		"count zero":         {models.Sparse, frame(1, 0, 0), ErrLayout},
		"weight infinite":    {models.Sparse, frame(1, 1, 0, 1, 0, 0, 0x7c), ErrLayout},
		"weight negative":    {models.Sparse, frame(1, 1, 0, 1, 0, 0, 0x80), ErrLayout},
		"tokens too many":    {models.LateInteraction, frame(1, append([]byte{1, 8}, make([]byte, 2049*68)...)...), ErrLayout},
		"scale not a number": {models.LateInteraction, frame(1, append([]byte{1, 0, 0, 0, 0xc0, 0x7f}, make([]byte, 64)...)...), ErrLayout},
		"bits beyond":        {models.HDC, frame(1, bytes.Repeat([]byte{255}, 157*8)...), ErrLayout},
	} {
		if _, err := ParseSpace(c.space, c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
}

func TestHalf(t *testing.T) {
	for h := uint16(0); h < halfInf; h++ {
		if got := halfBits(fromHalf(h)); got != h {
			t.Fatalf("half %04x came back as %04x", h, got)
		}
	}
	for _, c := range []struct{ in, want float32 }{
		{1, 1}, {65504, 65504}, {1 + 1./2048, 1}, {1 + 3./2048, 1 + 1./512}, {1e-30, minHalf}, {6.1035e-5, 6.1035156e-5},
	} {
		if got := roundHalf(c.in); got != c.want {
			t.Errorf("round %v to half: %v, want %v", c.in, got, c.want)
		}
	}
}

// TestEqual finds a difference in every part.
func TestEqual(t *testing.T) {
	whole := func() Packed {
		return Packed{Int8: []int8{1, 2}, Nibbles: []byte{3}, Scales: []float32{4}, Terms: []TermWeight{{ID: 5, Weight: 6}}, Bits: []uint64{7}}
	}
	a, b := whole(), whole()
	if !a.Equal(&b) || !(&Packed{}).Equal(&Packed{Int8: []int8{}}) {
		t.Error("values that are the same are not equal")
	}
	for name, change := range map[string]func(*Packed){
		"int8": func(p *Packed) { p.Int8[1]++ }, "nibbles": func(p *Packed) { p.Nibbles[0]++ }, "scales": func(p *Packed) { p.Scales[0] /= 2 }, "ids": func(p *Packed) { p.Terms[0].ID++ },
		"weights": func(p *Packed) { p.Terms[0].Weight++ }, "bits": func(p *Packed) { p.Bits[0]++ }, "length": func(p *Packed) { p.Int8 = p.Int8[:1] },
	} {
		b := whole()
		if change(&b); a.Equal(&b) || b.Equal(&a) {
			t.Errorf("%s: values that differ are equal", name)
		}
	}
}

// TestHalfWeight: every float16 that is a weight converts to itself, and the others to NaN.
func TestHalfWeight(t *testing.T) {
	for h := range 1 << 16 {
		w := HalfWeight(uint16(h))
		if h >= halfInf {
			if w == w {
				t.Fatalf("%04x is the weight %v, want NaN", h, w)
			}
			continue
		}
		if got := halfBits(w); got != uint16(h) {
			t.Fatalf("%04x is %v, whose bits are %04x", h, w, got)
		}
	}
}
