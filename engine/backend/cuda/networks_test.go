package cuda

import (
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

// TestNetworksAreTheReferences walks all nine models, in bf16, on packed texts of unlike length, as passages and as questions.
func TestNetworksAreTheReferences(t *testing.T) {
	for _, s := range embedders() {
		t.Run(s.Code(), func(t *testing.T) {
			t.Parallel()
			p, b := pullTiny(t, s), newBench(t)
			n := b.load(p)
			ref, err := reference.Open(p.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer ref.Close()
			batches := map[batch.Role][]int{batch.Passage: {3, 17, 1, 67}}
			frame := len(p.model.PassageFrame.Before) + len(p.model.PassageFrame.After)
			switch s {
			case models.LateInteraction: // the one that treats questions in a way of its own
				batches[batch.Query] = []int{5, 40}
				fallthrough
			case models.Multimodal: // narrow and quick: the longest text, too
				batches[batch.Passage] = append(batches[batch.Passage], p.model.Window-frame)
			}
			for role, lengths := range batches {
				in := drawRows(rand.New(rand.NewPCG(1, uint64(s))), p, role, lengths...)
				for i, v := range b.embed(n, in) {
					want, err := ref.Embed(t.Context(), referenceRows(n, p, role, in.Row(i))...)
					if err != nil {
						t.Fatal(err)
					}
					c := least(n, v, role, in.Row(i), want)
					t.Logf("role %d, %d tokens: cosine with the reference 1 − %.2g", role, len(in.Row(i)), 1-c)
					if !(c >= 0.999) {
						t.Errorf("role %d, row %d: cosine with the reference is %v, want at least 0.999", role, i, c)
					}
				}
			}
		})
	}
}

// TestImagesAreTheReferences does the same for pictures.
func TestImagesAreTheReferences(t *testing.T) {
	p, b := pullTiny(t, models.Multimodal), newBench(t)
	n := b.load(p)
	images := drawImages(rand.New(rand.NewPCG(2, 2)), p.model.Image.Size, 3)
	ref, err := reference.Open(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	want, err := ref.EmbedImages(t.Context(), images...)
	if err != nil {
		t.Fatal(err)
	}
	together := b.embed(n, batch.OfImages(batch.Passage, images))
	for i := range images {
		if c := cosine(together[i].Dense, want[i].Dense); !(c >= 0.999) {
			t.Errorf("image %d: cosine with the reference is %v, want at least 0.999", i, c)
		}
		alone := b.embed(n, batch.OfImages(batch.Passage, images[i:i+1]))[0]
		if !slices.Equal(alone.Dense, together[i].Dense) {
			t.Errorf("image %d has other bits alone than beside others", i)
		}
	}
}

func drawImages(r *rand.Rand, size, n int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = make([]float32, 3*size*size)
		for j := range out[i] {
			out[i][j] = float32(r.NormFloat64())
		}
	}
	return out
}

func sameValue(a, b fingerprint.Value) bool {
	return slices.Equal(a.Dense, b.Dense) && slices.Equal(a.Terms, b.Terms) && slices.Equal(a.Vectors, b.Vectors)
}

// otherWay is how far a number of a value may be from itself where its matrices were multiplied in another way; 4e-4 was seen.
const otherWay = 0.002

// TestRowsAreTheirOwn: as long as matrices are multiplied in one way, a row has the same bits alone, among others, in another order, and in a layout that is
// filled up; a row without tokens has no value. One model of each way to walk.
func TestRowsAreTheirOwn(t *testing.T) {
	for _, s := range []models.Space{models.Causal, models.Sparse, models.Code, models.Graph, models.Multimodal, models.LateInteraction} {
		t.Run(s.Code(), func(t *testing.T) {
			t.Parallel()
			p, b := pullTiny(t, s), newBench(t)
			n := b.load(p)
			lengths := []int{9, 66, 1}
			if s == models.Causal {
				lengths = []int{3, 30, 1} // each twice
			}
			in := drawRows(rand.New(rand.NewPCG(3, uint64(s))), p, batch.Passage, lengths...)
			in.Offsets = append(in.Offsets, in.Offsets[len(in.Offsets)-1]) // a row without tokens
			together := b.embed(n, in)
			if !together[3].Absent() {
				t.Error("a row without tokens has a value")
			}
			alone := func(i int) fingerprint.Value {
				return b.embed(n, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{in.Row(i)}))[0]
			}
			if v := alone(1); v.Absent() || !sameValue(v, together[1]) {
				t.Error("a row has other bits alone than beside others")
			}
			// So few rows are multiplied in another way, which adds the depth in another order.
			d := suite.Distance(s.Info(), alone(2), together[2])
			t.Logf("a short row alone is %.2g from itself beside others", d)
			if !(d <= otherWay) {
				t.Errorf("a short row alone is %g from itself beside others, want at most %g", d, otherWay)
			}
			l, err := n.lay(in, []int{2, 1, 3, 0})
			if err != nil {
				t.Fatal(err)
			}
			if !l.pad(l.size().tokens+7, l.size().texts+2) {
				t.Fatal("the layout cannot be filled up")
			}
			for i, v := range b.walked(n, l, in.Rows()) {
				if !sameValue(v, together[i]) {
					t.Errorf("row %d has other bits in another order and beside what fills up", i)
				}
			}
		})
	}
}

// TestLayRefuses: what would be read past a table or answered with nonsense.
func TestLayRefuses(t *testing.T) {
	for _, s := range embedders() {
		p := pullTiny(t, s)
		_, n, err := estimate(t.Context(), p.model, p.dir)
		if err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]*batch.Batch{
			"an id too large":    batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{0, 1 << 20}}),
			"an id below 0":      batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{-1}}),
			"too long":           batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{make([]int32, p.model.Window+1)}),
			"ids beyond offsets": {IDs: []int32{1, 2}, Offsets: []int32{0, 1}},
			"falling offsets":    {IDs: []int32{1, 2}, Offsets: []int32{0, 5, 2}},
			"rows without ids":   {Texts: []string{"a"}},
			"a small image":      batch.OfImages(batch.Passage, [][]float32{{1, 2, 3}}),
		} {
			rows := make([]int, in.Rows())
			for i := range rows {
				rows[i] = i
			}
			if _, err := n.lay(in, rows); err == nil {
				t.Errorf("%v, %s: no error", s, name)
			}
		}
	}
}

// TestLoadRefuses: a model that the GPU's code does not know stays on the processor for a reason that says what.
func TestLoadRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		space  models.Space
		change func(*models.Model)
		spec   func(*drawn.Spec)
	}{
		"another space":      {models.Graph, func(m *models.Model) { m.Space = models.Semantic }, nil},
		"another kind":       {models.Graph, func(m *models.Model) { m.Space = models.Causal }, nil},
		"a window too large": {models.Graph, func(m *models.Model) { m.Window = 513 }, nil},
		"heads of 48":        {models.Sparse, nil, func(s *drawn.Spec) { s.Hidden, s.Heads = 96, 2 }},
		"a depth of 200":     {models.Graph, nil, func(s *drawn.Spec) { s.Inner = 200 }},
		"two ends":           {models.Multimodal, func(m *models.Model) { m.PassageFrame.After = []int32{1, 2} }, nil},
		"other images":       {models.Multimodal, func(m *models.Model) { i := *m.Image; i.Size++; m.Image = &i }, nil},
		"a mask out of it":   {models.LateInteraction, func(m *models.Model) { m.MaskID = 1 << 20 }, nil},
	} {
		p := pullTiny(t, c.space)
		if c.spec != nil {
			p = pullChanged(t, c.space, t.TempDir(), c.spec)
		}
		m := *p.model
		if c.change != nil {
			c.change(&m)
		}
		if _, _, err := estimate(t.Context(), &m, p.dir); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestEstimateIsWhatLoadAllocates: the plan before loading and the loading itself agree to the byte.
func TestEstimateIsWhatLoadAllocates(t *testing.T) {
	b := newBench(t)
	for _, s := range embedders() {
		p := pullTiny(t, s)
		planned, dry, err := estimate(t.Context(), p.model, p.dir)
		if err != nil {
			t.Fatal(err)
		}
		allocated := uint64(0)
		l := &loader{ctx: t.Context(), upload: b.gpu.Upload, alloc: func(n int) (cuda.Pointer, error) {
			allocated += uint64(roundUp(n))
			return b.gpu.Alloc(n)
		}}
		n, err := load(l, p.model, p.dir)
		if err != nil {
			t.Fatal(err)
		}
		if allocated != planned || planned == 0 {
			t.Errorf("%v takes %d bytes and was weighed at %d", s, allocated, planned)
		}
		if a, b := tilesBytes(dry), tilesBytes(n); a != b || b == 0 {
			t.Errorf("%v: tiles of all its weights take %d bytes and were planned at %d", s, b, a)
		}
	}
}

// TestPlacesBehindThePadding: XLM-R, whose places begin one behind the padding's id, gives what the reference gives, also for a text in which that id
// stands: it is not counted.
func TestPlacesBehindThePadding(t *testing.T) {
	p, b := pullChanged(t, models.Semantic, t.TempDir(), func(s *drawn.Spec) {
		*s = drawn.Multilingual(drawn.Tiny)
		s.Layers = 1
	}), newBench(t)
	ref, err := reference.Open(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	n := b.load(p)
	in := batch.OfIDs(batch.Passage, batch.Frame{Before: []int32{0}, After: []int32{2}}, [][]int32{{300, 1, 301, 1}, {302, 303, 304}})
	for i, v := range b.embed(n, in) {
		want, err := ref.Embed(t.Context(), reference.Rows([][]int32{in.Row(i)})...)
		if err != nil {
			t.Fatal(err)
		}
		if c := cosine(v.Dense, want[0].Dense); !(c >= 0.999) {
			t.Errorf("row %d: cosine with the reference is %v, want at least 0.999", i, c)
		}
	}
}
