package search

import (
	"math"
	"testing"
)

func TestMeasure(t *testing.T) {
	same := func(a, b standard) bool {
		return math.Abs(a.mean-b.mean) < 1e-9 && math.Abs(a.deviation-b.deviation) < 1e-9
	}
	prior := standard{0.3, 0.1}
	if got := measure([]float32{nan, nan}, prior); !same(got, prior) {
		t.Errorf("without values: %v, want what was expected", got)
	}
	// One value of 0.72: mean (0.72 + 20·0.3)/21 = 0.32; squares 20·0.01 + 0.42²·20/21 = 0.368, over 21.
	got := measure([]float32{nan, 0.72}, prior)
	if math.Abs(got.mean-0.32) > 1e-7 || math.Abs(got.deviation-math.Sqrt(0.368/21)) > 1e-7 {
		t.Errorf("one value: %v", got)
	}
	many := make([]float32, 100_000)
	for i := range many {
		many[i] = 0.5 + 0.2*float32(i%2*2-1)
	}
	if got := measure(many, prior); math.Abs(got.mean-0.5) > 1e-3 || math.Abs(got.deviation-0.2) > 1e-3 {
		t.Errorf("many values: %v, want their own mean .5 and deviation .2", got)
	}
}
