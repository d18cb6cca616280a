package cuda

import "math"

// BF16 is a number of 8 bits of exponent and 7 of fraction: the upper half of a float32.
type BF16 uint16

// ToBF16 rounds to the nearest, ties to even; NaN stays NaN.
func ToBF16(v float32) BF16 {
	u := math.Float32bits(v)
	if v != v {
		return 0x7fff
	}
	return BF16((u + 0x7fff + u>>16&1) >> 16)
}

// Float is the number's value, exactly.
func (b BF16) Float() float32 { return math.Float32frombits(uint32(b) << 16) }
