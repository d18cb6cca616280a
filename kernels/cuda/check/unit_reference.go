package check

import "math"

// ReferenceUnit is x/‖x‖ in float64; zeros stay zeros.
func ReferenceUnit(x []float64) []float64 {
	squares := 0.0
	for _, v := range x {
		squares += v * v
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v / max(math.Sqrt(squares), math.SmallestNonzeroFloat64)
	}
	return out
}
