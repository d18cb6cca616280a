package convert

import (
	"math"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/models"
)

// TestQuantiseRows: every number comes back within half a step of its row, from its place in the turned matrix.
func TestQuantiseRows(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		in, out := rapid.IntRange(1, 9).Draw(r, "in"), rapid.IntRange(1, 9).Draw(r, "out")
		w := rapid.SliceOfN(rapid.Float32Range(-1e6, 1e6), in*out, in*out).Draw(r, "w")
		data, scales := quantiseRows(w, in, out)
		for j := range out {
			for i := range in {
				got := float64(int8(data[i*out+j])) * float64(scales[j])
				if off := math.Abs(got - float64(w[j*in+i])); off > float64(scales[j])*0.5001 {
					r.Fatalf("[%d, %d] of %d×%d: %v came back as %v, a step is %v", j, i, out, in, w[j*in+i], got, scales[j])
				}
			}
		}
	})
}

// TestInt8RefusesInfinity: a weight that no byte can stand for is named.
func TestInt8RefusesInfinity(t *testing.T) {
	dir := t.TempDir()
	for _, bad := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		w := make([]float32, 6)
		w[4] = float32(bad)
		writeTensors(t, filepath.Join(dir, "model.safetensors"), map[string][]float32{"w": w}, 3, 2)
		set, err := safetensors.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		side := &sideFile{dir: dir}
		b := newBuilder(weights{ctx: t.Context(), set: set}, side, models.PrecisionInt8)
		b.int8Weight("w", 2, 3)
		side.drop()
		checkMessage(t, b.err, "tensor w holds a number in row 2 that is not finite")
	}
}
