package kernels

import "math/bits"

// dotBitsGeneric is the reference of DotBits: w = Σₚ ±2ᵖ, and a plane's share of the sum is its agreements with the row less
// its disagreements, 64·words − 2·popcount(plane ⊕ row).
func dotBitsGeneric(query BitQuery, rows []uint64, pick []int32, out []int32) {
	w := query.words
	p0, p1, p2, p3 := query.planes[:w], query.planes[w:][:w], query.planes[2*w:][:w], query.planes[3*w:][:w]
	for k := range out {
		r := k
		if pick != nil {
			r = int(pick[k])
		}
		differ := 0
		for j, x := range rows[r*w:][:w] {
			differ += bits.OnesCount64(x^p0[j]) + 2*bits.OnesCount64(x^p1[j]) +
				4*bits.OnesCount64(x^p2[j]) + 8*bits.OnesCount64(x^p3[j])
		}
		out[k] = int32(15*64*w - 2*differ)
	}
}
