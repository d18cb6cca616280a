package compare

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// roundedSlack is slack for values of a backend that computes in bf16: its terms' weights are off by up to some hundredths.
const roundedSlack = 0.05

// Cosine is how near a value is to the true numbers in direction: the least cosine of its vectors. Dense has one, Pair two, Tokens one a token; the
// weights of Terms are one vector over the vocabulary.
func Cosine(info models.Info, got fingerprint.Value, want []float64) (float64, error) {
	switch info.Kind {
	case models.Terms:
		for _, t := range got.Terms {
			if int(t.ID) >= len(want) {
				return 0, fmt.Errorf("term %d of a vocabulary of %d", t.ID, len(want))
			}
		}
		return cosine(termPairs(got.Terms, want, roundedSlack)), nil
	case models.Tokens:
		return leastCosine(got.Vectors, want, info.Width)
	default:
		return leastCosine(got.Dense, want, info.Width)
	}
}

// leastCosine compares vectors of width numbers that follow one another.
func leastCosine(got []float32, want []float64, width int) (float64, error) {
	if len(got) != len(want) || len(want) == 0 || len(want)%width != 0 {
		return 0, fmt.Errorf("%d numbers, want %d, in vectors of %d", len(got), len(want), width)
	}
	least := 1.0
	for i := 0; i < len(want); i += width {
		v := make([]float64, width)
		for j := range v {
			v[j] = float64(got[i+j])
		}
		least = min(least, cosine(v, want[i:i+width]))
	}
	return least, nil
}

// cosine is NaN where one of them has no length.
func cosine(a, b []float64) float64 {
	var dot, x, y float64
	for i := range a {
		dot, x, y = dot+a[i]*b[i], x+a[i]*a[i], y+b[i]*b[i]
	}
	return dot / math.Sqrt(x*y)
}
