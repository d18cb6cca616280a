package safetensors

import "math"

// halfToFloat is the value of an IEEE 754 binary16 number: a sign, 5 bits of exponent with bias 15, 10 bits of fraction.
func halfToFloat(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0: // zero and subnormal numbers: fraction · 2⁻²⁴, which float32 holds exactly
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31: // infinity and NaN
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
