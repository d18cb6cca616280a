package fingerprint

import (
	"math"

	"github.com/x448/float16"
)

const (
	maxHalf = 65504   // the largest float16
	minHalf = 0x1p-24 // the smallest positive float16
	halfInf = 0x7c00  // bits of an infinite float16
)

// halfBits rounds x to float16, ties to even.
func halfBits(x float32) uint16 { return float16.Fromfloat32(x).Bits() }

// fromHalf returns the value of the float16 with the bits h.
func fromHalf(h uint16) float32 { return float16.Frombits(h).Float32() }

// roundHalf rounds a positive weight to float16. A weight too small for it becomes the smallest positive one,
// so that no term is lost.
func roundHalf(x float32) float32 {
	return max(fromHalf(halfBits(x)), minHalf)
}

// HalfWeight is the weight of the float16 with the bits h, as a packed term has it; NaN for bits of a number that is not finite or negative.
func HalfWeight(h uint16) float32 {
	if h >= halfInf {
		return float32(math.NaN())
	}
	return fromHalf(h)
}
