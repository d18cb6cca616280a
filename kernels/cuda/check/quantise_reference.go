package check

import "math"

// ReferenceQuantise is quantise.cu's rule, operation by operation in float32: a row's numbers as −127…127, and the scale. Where a number is not finite all
// bytes are 0 and the scale is not finite.
func ReferenceQuantise(x []float32) (out []int8, scale float32) {
	out = make([]int8, len(x))
	most := uint32(0)
	for _, v := range x {
		most = max(most, math.Float32bits(v)&0x7fffffff)
	}
	greatest := math.Float32frombits(most)
	if greatest < 1e-30 {
		return out, 0
	}
	if inverse := 127 / greatest; inverse > 0 { // neither NaN nor of an infinite number
		for i, v := range x {
			out[i] = int8(math.RoundToEven(float64(v * inverse)))
		}
	}
	return out, greatest / 127
}
