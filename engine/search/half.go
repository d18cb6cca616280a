package search

import "math"

// half is the weight of a term as a float16, to which packed terms are rounded already (fingerprint.Packed), so that nothing is lost. The
// library that packs them is not used here: a search converts millions, and a weight, which is positive and finite, takes two operations.
type half uint16

// A float16 has the bits of a float32 from the 13th on, but for the exponent, which counts from another zero: 2¹¹² lies between. Both
// directions are exact, for the smallest weights too.

// halfOf is a weight that a float16 can hold; of others the bits that it cannot hold are lost.
func halfOf(weight float32) half { return half(math.Float32bits(weight*0x1p-112) >> 13) }

func (h half) weight() float32 { return math.Float32frombits(uint32(h)<<13) * 0x1p112 }
