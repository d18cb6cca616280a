package kernels

// addGreaterGeneric is the reference of AddGreater. The conversion keeps the compiler from fusing the product and the difference.
func addGreaterGeneric(sums, a, b []float32, scale, offset float32) {
	for r, x := range a {
		if b != nil && b[r] > x {
			x = b[r]
		}
		sums[r] += float32(float32(scale*x) - offset)
	}
}
