package convert

import (
	"math"
	"testing"

	"pgregory.net/rapid"
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
