package check

import "math"

// ReferenceAttention is softmax(q·kᵀ/√width)·v of one text and head in float64; q, k and v are rows of width numbers.
func ReferenceAttention(q, k, v [][]float64, causal bool) [][]float64 {
	out := make([][]float64, len(q))
	for i := range q {
		weights, sum := make([]float64, 0, len(k)), 0.0
		for j := range k {
			if causal && j > i {
				break
			}
			dot := 0.0
			for d := range q[i] {
				dot += q[i][d] * k[j][d]
			}
			w := math.Exp(dot / math.Sqrt(float64(len(q[i]))))
			weights, sum = append(weights, w), sum+w
		}
		out[i] = make([]float64, len(q[i]))
		for j, w := range weights {
			for d := range out[i] {
				out[i][d] += w / sum * v[j][d]
			}
		}
	}
	return out
}
