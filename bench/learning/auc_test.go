package learning

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// slowAUC counts pairs.
func slowAUC(above, below []float64) float64 {
	sum, n := 0.0, 0
	for _, a := range above {
		for _, b := range below {
			switch {
			case math.IsNaN(a) || math.IsNaN(b):
				continue
			case a > b:
				sum++
			case a == b:
				sum += .5
			}
			n++
		}
	}
	return sum / float64(n)
}

func TestAUCCountsPairs(t *testing.T) {
	few := rapid.SampledFrom([]float64{0, .25, .5, .5000001, 1, -3, math.NaN()}) // ties are frequent
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(few, 0, 20).Draw(t, "above"), rapid.SliceOfN(few, 0, 20).Draw(t, "below")
		got, want := auc(a, b), slowAUC(a, b)
		if math.Abs(got-want) > 1e-12 && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
