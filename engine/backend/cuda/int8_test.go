package cuda

import (
	"context"
	"encoding/binary"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
	"asterism/models/drawn/reference"
)

// asInt8 is the same model with large matrices of bytes.
func asInt8(p pulled) pulled {
	m := *p.model
	m.Precision = models.PrecisionInt8
	return pulled{p.dir, &m}
}

// losses are how far the values of a batch are from the reference's in float64: 1 − the least cosine, of each row.
func losses(t *testing.T, b *bench, n network, inner network, p pulled, in *batch.Batch) (out []float64) {
	t.Helper()
	ref, err := reference.Open(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	for i, v := range b.embed(n, in) {
		ids := in.Row(i)
		want, err := ref.Embed(context.Background(), referenceRows(inner, p, in.Role, ids)...)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, 1-least(inner, v, in.Role, ids, want))
	}
	return out
}

// int8Loss is how far a tiny model with weights of bytes may be from float64: 1 − cosine. See the measured losses below.
const int8Loss = 5e-4

// TestInt8Loss states what bytes cost in the code model and in an encoder, beside what bf16 costs. The weights are drawn from a normal distribution, so this
// shows that rounding behaves as it must (a scale a row and a token: relative errors of about 1/250 a number, which average out), and cannot show what a
// trained model's outliers cost.
func TestInt8Loss(t *testing.T) {
	for s, lengths := range map[models.Space][]int{models.Code: {3, 9}, models.Graph: {3, 17, 1, 40}} { // few rows, and many
		t.Run(s.Code(), func(t *testing.T) {
			t.Parallel()
			p, b := pullTiny(t, s), newBench(t)
			in := drawRows(rand.New(rand.NewPCG(1, uint64(s))), p, batch.Passage, lengths...)
			plain := b.load(p)
			coded := b.load(asInt8(p))
			inner := coded.(quantised).network
			whole, bytes := losses(t, b, plain, inner, p, in), losses(t, b, coded, inner, p, in)
			t.Logf("1 − cosine with float64: bf16 %.2g, int8 %.2g", whole, bytes)
			for i := range bytes {
				if !(bytes[i] <= int8Loss) {
					t.Errorf("row %d: 1 − cosine is %g, want at most %g", i, bytes[i], int8Loss)
				}
			}
			if slices.Equal(whole, bytes) {
				t.Error("int8 gives the values of bf16: it did nothing")
			}
		})
	}
}

// TestInt8RowsAreTheirOwn: a text has the same bits alone and among others, though it is multiplied by other tiles then.
func TestInt8RowsAreTheirOwn(t *testing.T) {
	p, b := asInt8(pullTiny(t, models.Graph)), newBench(t)
	n := b.load(p)
	in := drawRows(rand.New(rand.NewPCG(2, 2)), p, batch.Passage, 30, 5, 40, 1)
	together := b.embed(n, in)
	for i := range together {
		alone := b.embed(n, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{in.Row(i)}))
		if !slices.Equal(alone[0].Dense, together[i].Dense) {
			t.Errorf("row %d has another value alone", i)
		}
	}
}

// TestInt8OnTheLanes: a manifest that says int8 gets it, through the backend's lanes and their graphs as in one walk.
func TestInt8OnTheLanes(t *testing.T) {
	m := manifestOf(t, models.Graph)
	m.Models[0].Precision = models.PrecisionInt8
	backend, err := openOn(t.Context(), Options{Manifest: m, Tokens: 256, Rows: 16, Log: slog.New(slog.DiscardHandler)}, func() (cuda.Machine, error) { return emulate.New() })
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	p, b := asInt8(pullTiny(t, models.Graph)), newBench(t)
	in := drawRows(rand.New(rand.NewPCG(4, 4)), p, batch.Query, 9, 4)
	want := b.embed(b.load(p), in)
	for range 3 { // plain launches, then captured ones, then the graph
		got, err := backend.Embed(t.Context(), models.Graph, in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if !slices.Equal(got[i].Dense, want[i].Dense) {
				t.Fatalf("row %d has another value on a lane", i)
			}
		}
	}
}

// TestInt8IsHalf: what is planned is what is taken, and little more than half of bf16 where the layers' matrices are most of the model.
func TestInt8IsHalf(t *testing.T) {
	p := pullTiny(t, models.Code)
	var allocated uint64
	b := newBench(t)
	l := &loader{ctx: t.Context(), upload: b.gpu.Upload, alloc: func(n int) (cuda.Pointer, error) {
		allocated += uint64(roundUp(n))
		return b.gpu.Alloc(n)
	}}
	n, err := load(l, asInt8(p).model, p.dir)
	if err != nil {
		t.Fatal(err)
	}
	planned, dry, err := estimate(t.Context(), asInt8(p).model, p.dir)
	if err != nil || planned != allocated {
		t.Errorf("it takes %d bytes and was weighed at %d, error %v", allocated, planned, err)
	}
	of := size{tokens: 100, texts: 3, tiles: 5}
	if dry.needs(of) != n.needs(of) || n.needs(of).quantised < 100*(1536+4) {
		t.Errorf("its walks need %+v, planned %+v", n.needs(of), dry.needs(of))
	}
	whole, _, err := estimate(t.Context(), p.model, p.dir)
	if err != nil {
		t.Fatal(err)
	}
	matrices := uint64(0) // numbers in the layers
	for _, layer := range n.(quantised).network.(*qwen2).layers {
		for _, d := range []dense{layer.qkv, layer.mixed, layer.up, layer.down} {
			matrices += uint64(d.in * d.out)
		}
	}
	if saved := whole - allocated; saved < matrices*98/100 || saved > matrices {
		t.Errorf("int8 saves %d bytes of %d numbers, want about one each", saved, matrices)
	}
}

// TestInt8FindsWhatIsNotFinite: weights that cannot be rounded are an error, and numbers that are not finite are one of the values that come of them.
func TestInt8FindsWhatIsNotFinite(t *testing.T) {
	l := &loader{ctx: t.Context(), alloc: func(int) (cuda.Pointer, error) { return 256, nil }, upload: func(cuda.Pointer, []byte) error { return nil }}
	l.quantise(dense{in: 32, out: 4}, func(from, n int) []float32 {
		v := make([]float32, 32*n)
		v[2*32+7] = float32(math.NaN())
		return v
	})
	if l.err == nil || !strings.Contains(l.err.Error(), "row 2") {
		t.Errorf("the error is %v, want one that names row 2", l.err)
	}
}

// TestNormedProductIsNormThenProduct: by bytes in one pass, and by two kernels, the same but for one rounding to bf16 between them.
func TestNormedProductIsNormThenProduct(t *testing.T) {
	const rows, in, out = 5, 96, 40
	b, r := newBench(t), rand.New(rand.NewPCG(3, 3))
	l := &loader{ctx: t.Context(), alloc: b.gpu.Alloc, upload: b.gpu.Upload}
	drawn := func(scale float64) source {
		return func(_, n int) []float32 {
			v := make([]float32, n*in)
			for i := range v {
				v[i] = float32(r.NormFloat64() * scale)
			}
			return v
		}
	}
	x, d := l.matrix(in, rows, drawn(3)), l.quantise(dense{in: in, out: out}, drawn(0.1))
	n := norm{scale: l.floats(in, slices.Repeat([]float32{0.7}, in)), width: in, epsilon: 1e-6}
	one, two, y := l.allocate(2*rows*out), l.allocate(2*rows*out), l.allocate(2*rows*in)
	k := &walker{gpu: b.gpu, layout: newLayout(batch.Passage), rows: rows, quantised: l.allocate(4096), err: l.err}
	k.layout.text(make([]int32, rows), nil, rows, 0)
	k.normedProduct(cuda.Plain, one, y, x, n, d)
	k.normed(y, x, n)
	k.product(cuda.Plain, two, y, d, 0)
	read := func(at cuda.Pointer) (numbers []float64) {
		data := make([]byte, 2*rows*out)
		k.setError(b.gpu.Download(data, at))
		for ; len(data) > 0; data = data[2:] {
			numbers = append(numbers, float64(cuda.BF16(binary.LittleEndian.Uint16(data)).Float()))
		}
		return numbers
	}
	off := check.Error(read(one), read(two), out)
	if k.err != nil {
		t.Fatal(k.err)
	}
	if !(off > 0 && off < 0.01) {
		t.Errorf("one pass differs from two by %g, want a little", off)
	}
}
