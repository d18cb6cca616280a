package kernels

import "fmt"

// AddScaled computes sums[r] += scale·values[r]·factors[r] − offset. factors are the upper halves of float32s (bfloat16), or nil for ones.
// Every variant gives the same bits. The error names the shape that does not fit; nothing is computed then.
func AddScaled(sums []float32, values []int32, factors []uint16, scale, offset float32) error {
	if len(values) != len(sums) || factors != nil && len(factors) != len(sums) {
		return fmt.Errorf("add scaled: %d values and %d factors for %d sums", len(values), len(factors), len(sums))
	}
	if len(sums) > 0 {
		addScaled(chosen, sums, values, factors, scale, offset)
	}
	return nil
}
