package kernels

import "fmt"

// AddGreater computes sums[r] += scale·max(a[r], b[r]) − offset, or with b nil scale·a[r] − offset; a where they are equal or one is not a
// number. Every variant gives the same bits. The error names the shape that does not fit; nothing is computed then.
func AddGreater(sums, a, b []float32, scale, offset float32) error {
	if len(a) != len(sums) || b != nil && len(b) != len(sums) {
		return fmt.Errorf("add greater: %d and %d values for %d sums", len(a), len(b), len(sums))
	}
	if len(sums) > 0 {
		addGreater(chosen, sums, a, b, scale, offset)
	}
	return nil
}
