package engine

import "math/rand/v2"

// drawRows draws token ids for rows of the lengths.
func drawRows(lengths []int, vocabulary int, seed uint64) [][]int32 {
	r := rand.New(rand.NewPCG(seed, 61))
	out := make([][]int32, len(lengths))
	for i, n := range lengths {
		out[i] = make([]int32, n)
		for j := range out[i] {
			out[i][j] = r.Int32N(int32(vocabulary))
		}
	}
	return out
}
