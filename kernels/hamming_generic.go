package kernels

import "math/bits"

// hammingGeneric is the reference of Hamming.
func hammingGeneric(query, rows []uint64, pick []int32, out []int32) {
	w := len(query)
	for k := range out {
		r := k
		if pick != nil {
			r = int(pick[k])
		}
		row, sum := rows[r*w:][:w], 0
		for j, q := range query {
			sum += bits.OnesCount64(q ^ row[j])
		}
		out[k] = int32(sum)
	}
}
