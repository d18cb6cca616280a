package cuda

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/bench/makemodel"
	"asterism/bench/reference"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
)

// limited is a machine that has no room for more than so many bytes at once.
type limited struct {
	cuda.Machine
	most, refused int
	dir           string // of the model
}

func (l *limited) Alloc(n int) (cuda.Pointer, error) {
	if n > l.most {
		l.refused++
		return 0, fmt.Errorf("%w: %d bytes", cuda.ErrMemory, n)
	}
	return l.Machine.Alloc(n)
}

// tinyBERT is a drawn model of E8's width on an emulated card.
func tinyBERT(t *testing.T) (*Backend, *limited) {
	t.Helper()
	dir, room := t.TempDir(), &limited{most: math.MaxInt}
	if err := makemodel.Write(dir, models.Graph, makemodel.Tiny, 1); err != nil {
		t.Fatal(err)
	}
	b, err := openOn(func() (cuda.Machine, error) {
		c, err := emulate.New()
		room.Machine, room.dir = c, dir
		return room, err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if err := b.load(t.Context(), models.Graph, dir); err != nil {
		t.Fatal(err)
	}
	return b, room
}

func drawBatch(r *rand.Rand, vocabulary int, lengths ...int) *batch.Batch {
	var rows [][]int32
	for _, n := range lengths {
		row := make([]int32, n)
		for i := range row {
			row[i] = r.Int32N(int32(vocabulary))
		}
		rows = append(rows, row)
	}
	return batch.OfIDs(batch.Passage, batch.Frame{}, rows)
}

// TestEncoderIsTheReferences walks a whole model, in bf16, on packed texts of unlike length.
func TestEncoderIsTheReferences(t *testing.T) {
	b, room := tinyBERT(t)
	in := drawBatch(rand.New(rand.NewPCG(1, 1)), b.models[models.Graph].bert.shape.Vocabulary, 3, 0, 17, 1, 40)
	got, err := b.Embed(t.Context(), models.Graph, in)
	if err != nil {
		t.Fatal(err)
	}
	if !got[1].Absent() {
		t.Error("a row without tokens has a value")
	}
	ref, err := reference.Open(room.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 2, 3, 4} {
		want, err := ref.Embed(context.Background(), reference.Rows([][]int32{in.Row(i)})...)
		if err != nil {
			t.Fatal(err)
		}
		cosine := 0.0
		for j, v := range got[i].Dense {
			cosine += float64(v) * want[0].Dense[j]
		}
		t.Logf("row %d: cosine with the reference 1 − %.2g", i, 1-cosine)
		if !(cosine >= 0.999) {
			t.Errorf("row %d: cosine with the reference is %v, want at least 0.999", i, cosine)
		}
	}
}

// TestSmallCardSplitsBatches: without room for a batch its halves are embedded, and every row has the value that it has with room.
func TestSmallCardSplitsBatches(t *testing.T) {
	b, room := tinyBERT(t)
	in := drawBatch(rand.New(rand.NewPCG(2, 2)), b.models[models.Graph].bert.shape.Vocabulary, 30, 25, 30, 35)
	room.most = 200 << 10 // 60 tokens of 1,152 numbers, and not 120
	got, err := b.Embed(t.Context(), models.Graph, in)
	if err != nil {
		t.Fatal(err)
	}
	if room.refused == 0 {
		t.Fatal("there was room for all: the batch was never split")
	}
	room.most = math.MaxInt
	want, err := b.Embed(t.Context(), models.Graph, in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !slices.Equal(got[i].Dense, want[i].Dense) {
			t.Errorf("row %d has another value in a batch that was split", i)
		}
	}
	room.most = 1
	b.rooms = activations{}
	if _, err := b.Embed(t.Context(), models.Graph, in); !errors.Is(err, cuda.ErrMemory) {
		t.Errorf("with no room for one text the error is %v", err)
	}
}

func TestEmbedRefuses(t *testing.T) {
	b, _ := tinyBERT(t)
	shape := b.models[models.Graph].bert.shape
	for name, in := range map[string]*batch.Batch{
		"an id too large": batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{0, int32(shape.Vocabulary)}}),
		"an id below 0":   batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{-1}}),
		"too long":        batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{make([]int32, shape.Places+1)}),
	} {
		if _, err := b.Embed(t.Context(), models.Graph, in); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := b.Embed(t.Context(), models.Code, &batch.Batch{}); err == nil {
		t.Error("a space without a model was embedded")
	}
	b.Close()
	if _, err := b.Embed(t.Context(), models.Graph, drawBatch(rand.New(rand.NewPCG(3, 3)), 9, 2)); !errors.Is(err, errClosed) {
		t.Errorf("after Close the error is %v", err)
	}
}
