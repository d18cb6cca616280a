package kernels

import "math"

// addScaledGeneric is the reference of AddScaled. The conversions keep the compiler from fusing a product and a sum.
func addScaledGeneric(sums []float32, values []int32, factors []uint16, scale, offset float32) {
	for r, v := range values {
		x := float32(scale * float32(v))
		if factors != nil {
			x = float32(x * math.Float32frombits(uint32(factors[r])<<16))
		}
		sums[r] += float32(x - offset)
	}
}
