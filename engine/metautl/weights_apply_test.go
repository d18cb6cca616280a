package metautl

import (
	"math"
	"slices"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

// TestGuardRails: for any factors and weights of auto, learned weights sum to 1, are within their limits, and are 0 where auto's are.
func TestGuardRails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var auto [models.Count]float64
		var f factors
		sum := 0.0
		certain := rapid.Permutation(models.All.Spaces()).Draw(t, "spaces")[:2] // a single space would get all the weight
		for s := range auto {
			if slices.Contains(certain, models.Space(s)) || rapid.Bool().Draw(t, "weighs") {
				auto[s] = rapid.Float64Range(.001, 1).Draw(t, "weight")
				sum += auto[s]
			}
			f[s] = math.Exp(rapid.Float64Range(-math.Log(MaxFactor), math.Log(MaxFactor)).Draw(t, "log factor"))
		}
		for s := range auto {
			auto[s] /= sum
		}
		got := f.apply(auto)
		sum = 0
		for s, w := range got {
			sum += w
			if (w == 0) != (auto[s] == 0) || w != 0 && !(w >= MinWeight-1e-12 && w <= MaxWeight+1e-12) {
				t.Fatalf("weight %v of %s, which auto gives %v", w, models.Space(s), auto[s])
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the weights sum to %v", sum)
		}
	})
}

func TestApply(t *testing.T) {
	var auto [models.Count]float64
	auto[0], auto[4], auto[12] = .25, .25, .5
	if got := (&factors{}).apply(auto); got != auto {
		t.Errorf("without factors: %v", got)
	}
	f := factors{}
	for s := range f {
		f[s] = 1
	}
	f[0] = 3
	want := [models.Count]float64{0: .5, 4: .25 / 1.5, 12: .5 / 1.5}
	if got := f.apply(auto); !near(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	f[0] = 1. / MaxFactor // and below the minimum, at the cost of the others
	auto = [models.Count]float64{0: .1, 4: .3, 12: .6}
	want = [models.Count]float64{0: MinWeight, 4: (1 - MinWeight) / 3, 12: (1 - MinWeight) * 2 / 3}
	if got := f.apply(auto); !near(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	f[4], f[12] = 1./MaxFactor, MaxFactor // and above the maximum, to the benefit of the others
	if got := f.apply([models.Count]float64{0: .4, 4: .3, 12: .3}); !near(got, [models.Count]float64{0: .05, 4: .05, 12: MaxWeight}) {
		t.Errorf("got %v", got)
	}
	one := [models.Count]float64{7: 1}
	if got := f.apply(one); !near(got, one) {
		t.Errorf("a single space: %v", got)
	}
}

func near(a, b [models.Count]float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9 {
			return false
		}
	}
	return true
}

// evenly returns auto's weights in these tests.
func evenly(spaces ...models.Space) (w [models.Count]float64) {
	for _, s := range spaces {
		w[s] = 1 / float64(len(spaces))
	}
	return w
}
