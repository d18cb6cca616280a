package engine

import (
	"math"
	"path/filepath"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/models"
	"asterism/models/drawn/reference"
)

// TestSidesComputeTheSame: all ways that the batching part compares give the vectors of the float64 reference, so that
// their times are times of the same work.
func TestSidesComputeTheSame(t *testing.T) {
	plan, err := device.MakePlan(device.Discover(), device.WantCPU)
	if err != nil {
		t.Fatal(err)
	}
	rows := drawRows([]int{2, 9, 30}, 30522, 1)
	dir := filepath.Join(t.TempDir(), "f32")
	e, err := openEncoder(t.Context(), dir, models.PrecisionF32, plan)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ours, err := e.Embed(t.Context(), encoderSpace, batch.OfIDs(batch.Passage, batch.Frame{}, rows))
	if err != nil {
		t.Fatal(err)
	}
	spec, err := describeEncoder()
	if err != nil {
		t.Fatal(err)
	}
	export := t.TempDir()
	if err := spec.WriteONNX(export, encoderSeed); err != nil {
		t.Fatal(err)
	}
	r, err := openRaw(filepath.Join(export, "model.onnx"), spec.Hidden)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	theirs, err := r.embed(rows)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := reference.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	want, err := ref.Embed(t.Context(), reference.Rows(rows)...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		for name, got := range map[string][]float32{"converted": ours[i].Dense, "raw": theirs[i]} {
			if off := distance(got, want[i].Dense); !(off < 1e-5) {
				t.Errorf("%s, row %d: %.2g from the reference", name, i, off)
			}
		}
	}
}

// distance is that of two vectors; the reference's has length 1.
func distance(a []float32, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	var sum float64
	for i := range a {
		sum += (float64(a[i]) - b[i]) * (float64(a[i]) - b[i])
	}
	return math.Sqrt(sum)
}
