package check

import (
	"math"

	"asterism/kernels/cuda"
)

// ReferenceGEMM is f(a·wᵀ + bias) + residual in float64; bias and residual may be nil. With SwiGLU the result has columns/2 columns.
func ReferenceGEMM(f cuda.Activation, a, w []float64, bias []float32, residual []float64, rows, columns, depth int) []float64 {
	sums := make([]float64, rows*columns)
	for i := range rows {
		for j := range columns {
			s := 0.0
			for k := range depth {
				s += a[i*depth+k] * w[j*depth+k]
			}
			if bias != nil {
				s += float64(bias[j])
			}
			sums[i*columns+j] = s
		}
	}
	if f == cuda.SwiGLU {
		out := make([]float64, rows*columns/2)
		for i := range out {
			out[i] = sums[2*i] / (1 + math.Exp(-sums[2*i])) * sums[2*i+1]
		}
		return out
	}
	for i := range sums {
		sums[i] = referenceActivation(f, sums[i])
		if residual != nil {
			sums[i] += residual[i]
		}
	}
	return sums
}

func referenceActivation(f cuda.Activation, x float64) float64 {
	switch f {
	case cuda.GELU:
		return x / 2 * (1 + math.Erf(x/math.Sqrt2))
	case cuda.GELUTanh:
		return x / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
	case cuda.QuickGELU:
		return x / (1 + math.Exp(-1.702*x))
	}
	return x
}
