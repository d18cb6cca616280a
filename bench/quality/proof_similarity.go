package quality

import (
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// causeOf is a text's vector as a cause in E5.
func causeOf(v fingerprint.Value) []float32 { return v.Dense[:models.Causal.Info().Width] }

// effectOf is a text's vector as an effect in E5.
func effectOf(v fingerprint.Value) []float32 { return v.Dense[models.Causal.Info().Width:] }

// dot is the sum of products of two vectors of equal length; between unit vectors it is their cosine.
func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// prefixCosine is the cosine of the first n numbers of two vectors.
func prefixCosine(a, b []float32, n int) float64 {
	a, b = a[:n], b[:n]
	return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b))
}
