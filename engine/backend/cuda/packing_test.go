package cuda

import (
	"context"
	"encoding/binary"
	"log/slog"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
)

// packedBag is a bag's value packed by the processor. Its vector is narrower than those of its space, which fingerprint.Pack would refuse: it is packed within zeros, which change
// neither scale nor bytes.
func packedBag(t testing.TB, v fingerprint.Value) (p fingerprint.Packed) {
	t.Helper()
	if v.Absent() {
		return p
	}
	wide := make([]float32, models.Graph.Info().Width)
	copy(wide, v.Dense)
	p, err := fingerprint.Pack(models.Graph, fingerprint.Value{Dense: wide})
	if err != nil {
		t.Fatal(err)
	}
	p.Int8 = p.Int8[:bagWidth]
	return p
}

// TestPackedValuesAreTheProcessors: what a GPU packs is what the processor makes of the same float32 values, to the bit, and so is a row without tokens. One model
// of each way to walk.
func TestPackedValuesAreTheProcessors(t *testing.T) {
	for _, s := range []models.Space{models.Graph, models.Causal, models.Sparse, models.Code, models.Multimodal, models.LateInteraction} {
		t.Run(s.Code(), func(t *testing.T) {
			t.Parallel()
			p, b := pullTiny(t, s), newBench(t)
			n := b.load(p)
			in := drawRows(rand.New(rand.NewPCG(8, uint64(s))), p, batch.Passage, 3, 9, 1)
			in.Offsets = append(in.Offsets, in.Offsets[len(in.Offsets)-1])
			comparePacked(b, n, s, in)
			if s == models.Multimodal {
				comparePacked(b, n, s, batch.OfImages(batch.Passage, drawImages(rand.New(rand.NewPCG(2, 2)), p.model.Image.Size, 2)))
			}
		})
	}
}

// comparePacked compares a batch as a GPU packs it with what the processor packs of the GPU's float32 values.
func comparePacked(b *bench, n network, s models.Space, in *batch.Batch) {
	b.Helper()
	rows := make([]int, in.Rows())
	for i := range rows {
		rows[i] = i
	}
	l, err := n.lay(in, rows)
	if err != nil {
		b.Fatal(err)
	}
	l.packed = true
	got, values, present := make([]fingerprint.Packed, in.Rows()), make([]fingerprint.Value, in.Rows()), 0
	if err := runOnce(b.gpu, n, l, outcome{values: values, packed: got}); err != nil {
		b.Fatal(err)
	}
	for i, v := range values {
		want, err := fingerprint.Pack(s, v)
		if err != nil {
			b.Fatal(err)
		}
		if !got[i].Equal(&want) {
			b.Errorf("row %d of %v is packed otherwise than by the processor", i, s)
		}
		if err := got[i].Check(s); err != nil {
			b.Error(err)
		}
		if !want.Absent() {
			present++
		}
	}
	if present == 0 {
		b.Error("every value is absent: nothing was compared")
	}
}

// TestPairsWithHeadsArePacked: where the user's own matrices stand behind E5, the halves lie elsewhere.
func TestPairsWithHeadsArePacked(t *testing.T) {
	b := newBench(t)
	p := pullChanged(t, models.Causal, t.TempDir(), oneLayerIfWide)
	writeHeads(t, p.dir, models.Causal.Info().Width)
	n := b.load(p)
	if len(n.(*nomic).heads) != 2 {
		t.Fatal("the heads are not there: nothing is tested")
	}
	comparePacked(b, n, models.Causal, drawRows(rand.New(rand.NewPCG(9, 9)), p, batch.Passage, 3, 12))
}

// TestPackedBatchesThroughLanes: through queues, memory that is too small, graphs and layouts that are filled up, a packed batch is the packed values of the same batch; and it
// comes back by one copy of a quarter of the bytes.
func TestPackedBatchesThroughLanes(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	r := rand.New(rand.NewPCG(4, 4))
	for round := range 12 {
		lengths := make([]int, 1+r.IntN(9))
		for i := range lengths {
			lengths[i] = r.IntN(60)
		}
		in := drawBag(r, batch.Passage, lengths...)
		values, err := b.Embed(t.Context(), models.Graph, in)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := b.EmbedPacked(t.Context(), models.Graph, in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range packed {
			want := packedBag(t, values[i])
			if !packed[i].Equal(&want) {
				t.Fatalf("round %d, row %d of %v tokens is packed otherwise than by the processor", round, i, lengths)
			}
		}
	}
	b.packs = false // the processor packs, which refuses a vector that is narrower than its space's
	if _, err := b.EmbedPacked(t.Context(), models.Graph, drawBag(r, batch.Passage, 20)); err == nil || !strings.Contains(err.Error(), "value has 16 numbers") {
		t.Errorf("where the GPU does not pack: error is %v", err)
	}
	b.packs = true
	in := drawBag(r, batch.Passage, 20, 20, 20)
	copies := func(embed func() error) (n, bytes int) {
		w.onDownload(func(data []byte) { n, bytes = n+1, bytes+len(data) })
		defer w.onDownload(nil)
		if err := embed(); err != nil {
			t.Fatal(err)
		}
		return n, bytes
	}
	plain, plainBytes := copies(func() error { _, err := b.Embed(t.Context(), models.Graph, in); return err })
	once, onceBytes := copies(func() error { _, err := b.EmbedPacked(t.Context(), models.Graph, in); return err })
	if plain != 1 || once != 1 {
		t.Errorf("%d copies back of floats and %d of packed values, want one each", plain, once)
	}
	if texts := plainBytes / 4 / bagWidth; onceBytes != bytesOfBytes(texts, bagWidth) {
		t.Errorf("%d bytes came back of %d texts, want %d", onceBytes, texts, bytesOfBytes(texts, bagWidth))
	}
}

// TestGPUJudgesWhatItPacks: zeros are absent; a vector that is not of unit length, or not of numbers, is an error that says so.
func TestGPUJudgesWhatItPacks(t *testing.T) {
	m, err := emulate.New()
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	const width = 16
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for name, c := range map[string]struct {
		first, second float32
		says          string
	}{
		"unit": {0.6, 0.8, ""}, "almost": {0.6, 0.8004, ""}, "zeros": {0, 0, ""},
		"long": {3, 4, "of length 5"}, "short": {0.3, 0.4, "of length 0.5"}, "tiny": {1e-30, 0, "of length 0"}, "NaN": {nan, 0, "not finite"}, "infinite": {infinite, 0, "not finite"},
	} {
		x := make([]float32, width)
		x[3], x[9] = c.first, c.second
		data, err := packedBy(m, bytesOfFloats(x), bytesOfBytes(1, width), func(out, in cuda.Pointer) (cuda.Launch, error) {
			return cuda.PackBytes(out+cuda.Pointer(roundUp(4)), out, in, 1, width, lengthSlack)
		})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]fingerprint.Packed, 1)
		err = readPackedDense(laidOut(batch.Passage, 1), data, width, out)
		switch {
		case c.says == "" && (err != nil || out[0].Absent() != (name == "zeros")):
			t.Errorf("%s: %v, absent %v", name, err, out[0].Absent())
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "row 0")):
			t.Errorf("%s: error is %v, want one that names row 0 and says %q", name, err, c.says)
		}
	}
}

// miscounting is a machine whose kernels get one number of each launch of a kind wrong.
type miscounting struct {
	cuda.Machine
	kernel string
}

func (m *miscounting) Launch(l cuda.Launch) error {
	if l.Kernel == m.kernel {
		l.Args = append([]cuda.Arg(nil), l.Args...)
		switch last := l.Args[len(l.Args)-1].(type) {
		case float32:
			l.Args[3] = l.Args[3].(int32) - 1 // a row less
		case int32:
			l.Args[len(l.Args)-1] = last - 1
		}
	}
	return m.Machine.Launch(l)
}

// TestGPUThatPacksOtherwiseIsFoundOut, and told of once; then the processor packs.
func TestGPUThatPacksOtherwiseIsFoundOut(t *testing.T) {
	for _, kernel := range []string{"", "pack_bytes", "pack_nibbles", "pack_terms"} {
		var log strings.Builder
		b := newBackend()
		var err error
		if b.owner, err = startOwner(func() (cuda.Machine, error) {
			m, err := emulate.New()
			return &miscounting{m, kernel}, err
		}); err != nil {
			t.Fatal(err)
		}
		if err := b.provePacking(t.Context(), slog.New(slog.NewTextHandler(&log, nil))); err != nil {
			t.Error(err)
		}
		if b.packs != (kernel == "") || strings.Count(log.String(), "does not pack") != map[bool]int{true: 0, false: 1}[b.packs] {
			t.Errorf("with a wrong %q the GPU packs: %v, and the log says %q", kernel, b.packs, log.String())
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestEmbedPackedWithoutKernels: spaces that have no packing kernel are packed by the processor, and those that are never kept are an error.
func TestEmbedPackedWithoutKernels(t *testing.T) {
	b, err := open(t, &watch{}, Options{Arithmetic: true}, models.Graph)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	in := batch.OfTexts(batch.Passage, []string{"a text", "   ", "another"})
	values, err := b.Embed(t.Context(), models.HDC, in)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := b.EmbedPacked(t.Context(), models.HDC, in)
	if err != nil || len(packed) != 3 || !reflect.DeepEqual(packed[0].Bits, values[0].Bits) || !packed[1].Absent() || packed[2].Absent() {
		t.Errorf("E9 packed is %v (%v)", packed, err)
	}
	if _, err := b.EmbedPacked(t.Context(), models.TemporalRecent, batch.OfTimes(batch.Passage, []int64{1}, 2)); err == nil || !strings.Contains(err.Error(), "never kept") {
		t.Errorf("E2 packed: error is %v", err)
	}
	if _, err := b.EmbedPacked(t.Context(), models.Code, in); err == nil {
		t.Error("a space without a model was embedded")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.EmbedPacked(ended, models.Graph, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{101}})); err == nil {
		t.Error("with an ended context there is no error")
	}
}

// FuzzKeptTerms: whatever comes back of the GPU, it is an error or a packed value that keeps the contract.
func FuzzKeptTerms(f *testing.F) {
	s := &splade{bert: &bert{texts: texts{vocabulary: 100}}, most: 3}
	record := func(n uint32, ids, halves [3]uint16) []byte {
		out := binary.LittleEndian.AppendUint32(nil, n)
		for _, v := range append(ids[:], halves[:]...) {
			out = binary.LittleEndian.AppendUint16(out, v)
		}
		return out
	}
	for _, seed := range [][]byte{record(0, [3]uint16{}, [3]uint16{}), record(2, [3]uint16{1, 99}, [3]uint16{1, 0x7bff}), record(1, [3]uint16{100}, [3]uint16{1}),
		record(1, [3]uint16{1}, [3]uint16{0x7e00}), record(1, [3]uint16{1}, [3]uint16{0x8001}), record(4, [3]uint16{}, [3]uint16{}), record(2, [3]uint16{5, 5}, [3]uint16{1, 1})} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4*cuda.PackTermsRecord(s.most) {
			return
		}
		terms, err := s.readPackedTerms(data)
		if err != nil || len(terms) == 0 {
			return
		}
		p := fingerprint.Packed{Terms: terms}
		if err := p.Check(models.Sparse); err != nil || int(terms[len(terms)-1].ID) >= s.vocabulary {
			t.Fatalf("terms %v: %v", terms, err)
		}
	})
}
