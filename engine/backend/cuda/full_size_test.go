package cuda

import (
	"fmt"
	"slices"
	"testing"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
	"asterism/models/drawn"
)

// describer is a machine that computes nothing and keeps what it is told to launch.
type describer struct {
	cuda.Machine
	launches []cuda.Launch
}

func (d *describer) Launch(l cuda.Launch) error {
	d.launches = append(d.launches, l)
	return nil
}

// fullModel is a model of the full profile as a pull would leave it, but for its numbers.
func fullModel(t *testing.T, s models.Space, precision string) (network, uint64, *models.Model) {
	t.Helper()
	spec, err := drawn.Describe(s, drawn.Full)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := spec.WriteEmpty(dir); err != nil {
		t.Fatal(err)
	}
	window := map[models.Space]int{models.Causal: 1024 - 8, models.Code: 1024, models.Multimodal: 77, models.LateInteraction: 180, models.Graph: 128, models.Sparse: 256}[s]
	if window == 0 {
		window = 512
	}
	m := &models.Model{Space: s, Precision: precision, Window: window, PassageFrame: models.Frame{Before: []int32{101}, After: []int32{102}}}
	switch s {
	case models.LateInteraction:
		m.QueryLength, m.MaskID = 32, 103
	case models.Multimodal:
		m.Image = &models.ImageTower{Size: 224}
	}
	bytes, n, err := estimate(t.Context(), m, dir)
	if err != nil {
		t.Fatal(err)
	}
	return n, bytes, m
}

// launchesOf are what a walk of a batch starts.
func launchesOf(t *testing.T, n network, in *batch.Batch) []cuda.Launch {
	t.Helper()
	rows := make([]int, in.Rows())
	for i := range rows {
		rows[i] = i
	}
	l, err := n.lay(in, rows)
	if err != nil {
		t.Fatal(err)
	}
	d := &describer{}
	k := &walker{gpu: d, layout: l, rows: l.size().tokens}
	for i := range k.buffers {
		k.buffers[i] = cuda.Pointer(1+i) << 40
	}
	n.walk(k)
	if k.err != nil {
		t.Fatalf("%d rows of %d tokens: %v", in.Rows(), in.MaxLen(), k.err)
	}
	return d.launches
}

// fullBatches are rows of all lengths up to the window, one row, and as many tokens as a GPU's batch may have.
func fullBatches(m *models.Model) (out []*batch.Batch) {
	of := func(role batch.Role, rows, length int) {
		ids := make([][]int32, rows)
		for i := range ids {
			ids[i] = make([]int32, length)
		}
		out = append(out, batch.OfIDs(role, batch.Frame{}, ids))
	}
	const tokens = 16384
	for _, length := range []int{1, 31, 32, 33, 60, m.Window} {
		of(batch.Query, 1, length)
		of(batch.Passage, max(1, min(tokens/length, 512)), length)
	}
	return out
}

// TestFullSizeLaunches walks all models of the full profile as far as descriptions go: no size of theirs is one that a GPU refuses. Every H200, H100, A100 and the
// smallest GPUs of sm_80 and later start what is allowed here (CUDA programming guide, table of technical specifications).
func TestFullSizeLaunches(t *testing.T) {
	for i, s := range slices.Concat(embedders(), embedders()) { // in bf16, then by bytes
		n, bytes, m := fullModel(t, s, []string{models.PrecisionF32, models.PrecisionInt8}[i/len(embedders())])
		all := fullBatches(m)
		if m.Image != nil {
			for _, images := range []int{1, 31, 63} {
				all = append(all, batch.OfImages(batch.Passage, make([][]float32, images)))
				for i := range images {
					all[len(all)-1].Images[i] = make([]float32, 3*m.Image.Size*m.Image.Size)
				}
			}
		}
		shapes := map[string]bool{}
		for _, in := range all {
			for _, l := range launchesOf(t, n, in) {
				shapes[fmt.Sprintf("%s %d×%d", l.Kernel, l.GridX, l.GridY)] = true
				if l.GridX < 1 || l.GridX > 1<<31-1 || l.GridY < 1 || l.GridY > 65535 || l.Threads > 1024 || l.Threads%32 != 0 || l.Shared > 99<<10 {
					t.Errorf("%v: no GPU starts %d × %d blocks of %s of %d threads with %d bytes", s, l.GridX, l.GridY, l.Kernel, l.Threads, l.Shared)
				}
			}
		}
		t.Logf("%v in %s: %d MiB of weights, %d shapes of launches", s, m.Precision, bytes>>20, len(shapes))
	}
}
