package fingerprint

import "math"

const (
	maxHalf = 65504   // the largest float16
	minHalf = 0x1p-24 // the smallest positive float16
	halfInf = 0x7c00  // bits of an infinite float16
)

// halfBits rounds x to float16, ties to even; x must be in [0, maxHalf].
func halfBits(x float32) uint16 {
	if x < 0x1p-14 { // subnormal: a multiple of 2^-24
		return uint16(math.RoundToEven(float64(x) * 0x1p24))
	}
	b := math.Float32bits(x)
	b += 0xfff + b>>13&1
	return uint16((b - (127-15)<<23) >> 13)
}

// fromHalf returns the value of the float16 with the bits h; h must be finite and not negative.
func fromHalf(h uint16) float32 {
	if h < 1<<10 {
		return float32(h) * 0x1p-24
	}
	return math.Float32frombits(uint32(h)<<13 + (127-15)<<23)
}

// roundHalf rounds a positive weight to float16. A weight too small for it becomes the smallest one there is: a
// term that is there stays there.
func roundHalf(x float32) float32 {
	return max(fromHalf(halfBits(x)), minHalf)
}

// HalfWeight is the weight of the float16 with the bits h, as a packed term has it; NaN for bits that stand for no finite number or for a negative one.
func HalfWeight(h uint16) float32 {
	if h >= halfInf {
		return float32(math.NaN())
	}
	return fromHalf(h)
}
