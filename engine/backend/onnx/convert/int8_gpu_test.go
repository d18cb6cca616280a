package convert

import (
	"math/rand/v2"
	"testing"

	"asterism/kernels/cuda"
)

// TestGPUHasTheSameBytes: a model in int8 has the same weights on a GPU as on the processor.
func TestGPUHasTheSameBytes(t *testing.T) {
	const in, out = 100, 70
	r := rand.New(rand.NewPCG(1, 1))
	w := make([]float32, in*out)
	for i := range w {
		w[i] = float32(r.NormFloat64()) * float32(i/in) // the first row is zeros
	}
	data, scales := quantiseRows(w, in, out)
	row := make([]byte, in)
	for j := range out {
		if scale := cuda.QuantiseRow(row, w[j*in:(j+1)*in]); scale != scales[j] {
			t.Fatalf("row %d has the scale %g on a GPU, %g on the processor", j, scale, scales[j])
		}
		for i, v := range row {
			if v != data[i*out+j] {
				t.Fatalf("row %d, number %d: %d on a GPU, %d on the processor", j, i, int8(v), int8(data[i*out+j]))
			}
		}
	}
}
