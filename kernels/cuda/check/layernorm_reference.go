package check

import "math"

// ReferenceNorm is (x − mean)/√(variance + epsilon)·scale + shift of one row, in float64; with shift nil the mean is not taken away (RMS norm).
func ReferenceNorm(x []float64, scale, shift []float32, epsilon float64) []float64 {
	n, mean := float64(len(x)), 0.0
	if shift != nil {
		for _, v := range x {
			mean += v / n
		}
	}
	squares := 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean) / n
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = (v - mean) / math.Sqrt(squares+epsilon) * float64(scale[i])
		if shift != nil {
			out[i] += float64(shift[i])
		}
	}
	return out
}
