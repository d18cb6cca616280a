package reference_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

var scratch string // folder of the models that tests share, by space

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "asterism-reference-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// open opens the reference of a tiny model, which it writes first: once, or again where a test changes it.
func open(t *testing.T, s models.Space, change func(*drawn.Spec)) *reference.Model {
	t.Helper()
	dir := filepath.Join(scratch, s.Code())
	if _, err := os.Stat(dir); err != nil || change != nil {
		spec, err := drawn.Describe(s, drawn.Tiny)
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			dir = t.TempDir()
			change(&spec)
		}
		if err := spec.Write(dir, 1); err != nil {
			t.Fatal(err)
		}
	}
	m, err := reference.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func embed(t *testing.T, m *reference.Model, rows ...reference.Row) []reference.Result {
	t.Helper()
	out, err := m.Embed(t.Context(), rows...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// values are all numbers of a result in one slice.
func values(r reference.Result) []float64 {
	out := slices.Concat(r.Dense, r.Terms)
	for _, v := range r.Tokens {
		out = append(out, v...)
	}
	return out
}

// draw makes a text that ends with the highest of its ids, as CLIP's do.
func draw(r *rand.Rand, n int) []int32 {
	ids := make([]int32, n)
	for i := range ids {
		ids[i] = 110 + r.Int32N(500)
	}
	ids[n-1] = 639
	return ids
}

func cosine(a, b []float64) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+a[i]*b[i], aa+a[i]*a[i], bb+b[i]*b[i]
	}
	return ab / math.Sqrt(aa*bb)
}

// TestEveryTextIsItsOwn: a text gives the same numbers alone and with others, and numbers far from those of another
// text: a model whose output hardly depends on the text would prove nothing.
func TestEveryTextIsItsOwn(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		t.Run(s.Code(), func(t *testing.T) {
			m := open(t, s, nil)
			r := rand.New(rand.NewPCG(1, 2))
			texts := [][]int32{draw(r, 9), draw(r, 2), draw(r, 30)}
			last := slices.Clone(texts[0])
			last[len(last)-2]++ // one token another
			texts = append(texts, last)
			together := embed(t, m, reference.Rows(texts)...)
			for i, ids := range texts {
				alone := embed(t, m, reference.Row{IDs: ids})
				if !slices.Equal(values(alone[0]), values(together[i])) {
					t.Errorf("text %d gives other numbers beside others", i)
				}
				if v := values(together[i]); len(v) == 0 || slices.ContainsFunc(v, math.IsNaN) {
					t.Fatalf("text %d: %d numbers, some of them NaN", i, len(v))
				}
			}
			// Tokens of ColBERT's are compared place by place, as far as the shorter goes.
			a, b := values(together[0]), values(together[1])
			n := min(len(a), len(b))
			if c := cosine(a[:n], b[:n]); c > 0.8 {
				t.Errorf("two texts have the cosine %.3f", c)
			}
			if c := cosine(values(together[0]), values(together[3])); c > 1-1e-4 {
				t.Errorf("a text and the one with another token have the cosine 1 − %.2g", 1-c)
			}
		})
	}
}

// TestLayersAreReported: one set of states behind the embeddings and one behind every layer.
func TestLayersAreReported(t *testing.T) {
	m := open(t, models.Graph, nil)
	var seen []int
	m.Layer = func(layer int, hidden [][][]float64) {
		seen = append(seen, layer)
		if len(hidden) != 2 || len(hidden[0]) != 3 || len(hidden[1]) != 1 || len(hidden[0][0]) != 384 {
			t.Errorf("layer %d: %d texts", layer, len(hidden))
		}
	}
	embed(t, m, reference.Rows([][]int32{{101, 200, 102}, {300}})...)
	if !slices.Equal(seen, []int{0, 1, 2}) {
		t.Errorf("layers %v were reported, want 0 to 2", seen)
	}
}

// TestUnseenTokens: tokens with mask 2 change nobody, and see the others.
func TestUnseenTokens(t *testing.T) {
	m := open(t, models.LateInteraction, nil)
	bare := embed(t, m, reference.Row{IDs: []int32{101, 200, 201, 102}})[0]
	row := func(first int32) reference.Row {
		return reference.Row{IDs: []int32{101, first, 201, 102, 103, 103}, Mask: []int64{1, 1, 1, 1, 2, 2}}
	}
	filled := embed(t, m, row(200))[0]
	for i := range bare.Tokens {
		if !slices.Equal(bare.Tokens[i], filled.Tokens[i]) {
			t.Errorf("token %d saw a token with mask 2", i)
		}
	}
	other := embed(t, m, row(250))[0]
	if c := cosine(filled.Tokens[4], other.Tokens[4]); c > 1-1e-4 {
		t.Errorf("a token with mask 2 does not see the text: cosine 1 − %.2g", 1-c)
	}
}

// TestCausal: in a decoder the states of a beginning do not depend on what follows; in an encoder they do.
func TestCausal(t *testing.T) {
	for s, causal := range map[models.Space]bool{models.Code: true, models.Multimodal: true, models.Semantic: false, models.Causal: false} {
		m := open(t, s, nil)
		a := embed(t, m, reference.Row{IDs: []int32{110, 200, 300}})[0]
		b := embed(t, m, reference.Row{IDs: []int32{110, 200, 301}})[0]
		if same := slices.Equal(a.Hidden[1], b.Hidden[1]); same != causal {
			t.Errorf("%v: the second state is the same whatever follows: %v", s, same)
		}
	}
}

// TestPlaceMatters: turned around, a text is another one, also where positions are rotations.
func TestPlaceMatters(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		m := open(t, s, nil)
		a := embed(t, m, reference.Row{IDs: []int32{110, 200, 300, 400, 500}})[0]
		b := embed(t, m, reference.Row{IDs: []int32{110, 400, 300, 200, 500}})[0]
		if c := cosine(values(a), values(b)); c > 1-1e-4 {
			t.Errorf("%v: two words changed places and the cosine is 1 − %.2g", s, 1-c)
		}
	}
}

func TestImages(t *testing.T) {
	m := open(t, models.Multimodal, nil)
	r := rand.New(rand.NewPCG(3, 4))
	images := make([][]float32, 2)
	for i := range images {
		images[i] = make([]float32, 3*28*28)
		for j := range images[i] {
			images[i][j] = float32(r.NormFloat64())
		}
	}
	both, err := m.EmbedImages(t.Context(), images...)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := m.EmbedImages(t.Context(), images[1])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(alone[0].Dense, both[1].Dense) || len(alone[0].Dense) != 768 || len(alone[0].Hidden) != 5 {
		t.Errorf("%d numbers, %d tokens; the same alone: %v", len(alone[0].Dense), len(alone[0].Hidden), slices.Equal(alone[0].Dense, both[1].Dense))
	}
	if c := cosine(both[0].Dense, both[1].Dense); c > 0.8 {
		t.Errorf("two images have the cosine %.3f", c)
	}
	if _, err := m.EmbedImages(t.Context(), images[0][1:]); err == nil {
		t.Error("an image without its last value: no error")
	}
	if _, err := open(t, models.Graph, nil).EmbedImages(t.Context(), images[0]); err == nil {
		t.Error("a model without tower embedded an image")
	}
}

// TestTypesOfWeights: with the same seed, bf16 and f16 weights are the f32 ones rounded, so the outcome is near.
func TestTypesOfWeights(t *testing.T) {
	row := reference.Row{IDs: []int32{101, 200, 300, 102}}
	exact := embed(t, open(t, models.Graph, nil), row)[0].Dense
	for d, most := range map[drawn.DType]float64{drawn.F16: 1e-5, drawn.BF16: 1e-3} {
		m := open(t, models.Graph, func(s *drawn.Spec) { s.DType = d })
		if gap := 1 - cosine(exact, embed(t, m, row)[0].Dense); gap > most || gap == 0 {
			t.Errorf("%s: cosine 1 − %.2g, want at most %g off and not 0", d, gap, most)
		}
	}
}

// TestNames: the prefix of the tensors' names, and the number of their files, change nothing.
func TestNames(t *testing.T) {
	row := reference.Row{IDs: []int32{110, 200, 300}}
	bare := embed(t, open(t, models.Code, nil), row)[0].Dense
	cut := embed(t, open(t, models.Code, func(s *drawn.Spec) { s.Shards = 3 }), row)[0].Dense
	if !slices.Equal(bare, cut) {
		t.Error("in three shards the model gives something else")
	}
	named := open(t, models.Code, func(s *drawn.Spec) { s.Prefix = "model." })
	if len(embed(t, named, row)[0].Dense) != 1536 {
		t.Error("with the prefix model. the tensors are not found")
	}
}

func TestErrors(t *testing.T) {
	if _, err := reference.Open(t.TempDir()); err == nil {
		t.Error("an empty folder was opened")
	}
	m := open(t, models.Graph, nil)
	for name, row := range map[string]reference.Row{
		"no ids": {}, "an id too high": {IDs: []int32{1 << 20}}, "one mask too few": {IDs: []int32{1, 2}, Mask: []int64{1}},
		"too long": {IDs: make([]int32, 513)},
	} {
		if _, err := m.Embed(t.Context(), row); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
