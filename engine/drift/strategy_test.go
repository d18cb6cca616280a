package drift

import (
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

// absent returns a vector without values.
func absent() (v Vector) {
	for s := range v {
		v[s] = math.NaN()
	}
	return v
}

// drawSimilarities returns a vector in which at least one space has a value.
func drawSimilarities(t *rapid.T) Vector {
	v := absent()
	for s := range v {
		if rapid.Bool().Draw(t, "present") {
			v[s] = rapid.Float64Range(0, 1).Draw(t, "similarity")
		}
	}
	v[rapid.IntRange(0, models.Count-1).Draw(t, "sure")] = rapid.Float64Range(0, 1).Draw(t, "similarity")
	return v
}

func drawWeights(t *rapid.T) (w Vector) {
	for s := range w {
		w[s] = rapid.Float64Range(.01, 4).Draw(t, "weight")
	}
	return w
}

func combine(t interface{ Fatal(...any) }, s Strategy, similarity, weights Vector) float64 {
	v, err := Combine(s, similarity, weights)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEveryStrategyIsBoundedAndMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := drawSimilarities(t), drawWeights(t)
		lowest, highest := 1., 0.
		for _, a := range v {
			if !math.IsNaN(a) {
				lowest, highest = min(lowest, a), max(highest, a)
			}
		}
		s := rapid.IntRange(0, models.Count-1).Draw(t, "grows")
		more := v
		more[s] += (1 - v[s]) * rapid.Float64Range(0, 1).Draw(t, "by") // NaN stays NaN
		for _, strategy := range Strategies {
			got, grown := combine(t, strategy, v, w), combine(t, strategy, more, w)
			if got < lowest-1e-9 || got > highest+1e-9 {
				t.Fatalf("%s of spaces within [%g,%g] is %g", strategy, lowest, highest, got)
			}
			if grown < got-1e-9 {
				t.Fatalf("%s fell from %g to %g when %s grew", strategy, got, grown, models.Space(s))
			}
		}
	})
}

func TestEqualSimilaritiesGiveThatValueInEveryStrategy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w, a := drawSimilarities(t), drawWeights(t), rapid.Float64Range(0, 1).Draw(t, "all")
		for s := range v {
			if !math.IsNaN(v[s]) {
				v[s] = a
			}
		}
		for _, strategy := range Strategies {
			if got := combine(t, strategy, v, w); math.Abs(got-a) > 1e-9 {
				t.Fatalf("%s of %g everywhere is %g", strategy, a, got)
			}
		}
	})
}

// The order of the spaces does not matter, except to group, where spaces of one group may be
// exchanged.
func TestStrategiesDoNotLookAtTheOrderOfSpaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := drawSimilarities(t), drawWeights(t)
		order := rapid.Permutation(spaces()).Draw(t, "order")
		var v2, w2 Vector
		for s, o := range order {
			v2[s], w2[s] = v[o], w[o]
		}
		for _, strategy := range []Strategy{Cosine, Euclidean, Synergy, Dominant} {
			if a, b := combine(t, strategy, v, w), combine(t, strategy, v2, w2); math.Abs(a-b) > 1e-9 {
				t.Fatalf("%s is %g, and %g in another order", strategy, a, b)
			}
		}
		v2, w2 = v, w
		v2[models.Sparse], v2[models.Splade] = v[models.Splade], v[models.Sparse]
		w2[models.Sparse], w2[models.Splade] = w[models.Splade], w[models.Sparse]
		if a, b := combine(t, Group, v, w), combine(t, Group, v2, w2); math.Abs(a-b) > 1e-9 {
			t.Fatalf("group is %g, and %g with E6 and E13 swapped", a, b)
		}
	})
}

func spaces() []models.Space { return models.All.Spaces() }

func TestScalingAllWeightsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := drawSimilarities(t), drawWeights(t)
		more, by := w, rapid.Float64Range(.1, 10).Draw(t, "by")
		for s := range more {
			more[s] *= by
		}
		for _, strategy := range Strategies {
			if a, b := combine(t, strategy, v, w), combine(t, strategy, v, more); math.Abs(a-b) > 1e-9 {
				t.Fatalf("%s is %g, and %g with %g times the weights", strategy, a, b, by)
			}
		}
	})
}

// worked holds values for calculations by hand: E1 .9, E6 .3, E7 .6, E13 .3.
var worked = func() Vector {
	v := absent()
	v[models.Semantic], v[models.Sparse], v[models.Code], v[models.Splade] = .9, .3, .6, .3
	return v
}()

func TestStrategiesAreTheirFormulas(t *testing.T) {
	double := EqualWeights()
	double[models.Semantic] = 2
	for _, c := range []struct {
		strategy Strategy
		weights  Vector
		want     float64
	}{
		{Cosine, EqualWeights(), (.9 + .3 + .6 + .3) / 4},
		{Cosine, double, (2*.9 + .3 + .6 + .3) / 5},
		{Euclidean, EqualWeights(), 1 - math.Sqrt((.01+.49+.16+.49)/4)},
		{Euclidean, double, 1 - math.Sqrt((2*.01+.49+.16+.49)/5)},
		{Group, EqualWeights(), (.9 + .6 + .3) / 3},
		{Group, double, (.9 + .6 + .3) / 3}, // alone in its group, a space counts as a whole group
		{Synergy, EqualWeights(), math.Pow(.9*.3*.6*.3, .25)},
		{Synergy, double, math.Pow(.9*.9*.3*.6*.3, .2)},
		{Dominant, EqualWeights(), (.25*.9 + (1./3-.25)*.6) * 3},
		{Dominant, double, .9},
	} {
		if got := combine(t, c.strategy, worked, c.weights); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s is %.6f, want %.6f", c.strategy, got, c.want)
		}
	}
}

func TestEveryStrategyDiffersFromEveryOther(t *testing.T) {
	var got []float64
	for _, s := range Strategies {
		got = append(got, combine(t, s, worked, EqualWeights()))
	}
	slices.Sort(got)
	for i := range got[1:] {
		if got[i+1]-got[i] < .005 {
			t.Errorf("two strategies give %.4f and %.4f", got[i], got[i+1])
		}
	}
}

func TestCombineRefusesWhatHasNoMeaning(t *testing.T) {
	none := Vector{}
	for name, c := range map[string]struct {
		strategy   Strategy
		v, weights Vector
		says       string
	}{
		"strategy":   {"median", worked, EqualWeights(), `unknown strategy "median"; valid are [cosine euclidean group synergy dominant]`},
		"all absent": {Cosine, absent(), EqualWeights(), "no space has a value"},
		"no weights": {Cosine, worked, none, "no space has a value and a weight"},
	} {
		v, err := Combine(c.strategy, c.v, c.weights)
		if err == nil || !strings.Contains(err.Error(), c.says) || !math.IsNaN(v) {
			t.Errorf("%s: %v, %v; want an error that says %q", name, v, err, c.says)
		}
	}
}

func TestASpaceIsInOneGroup(t *testing.T) {
	seen := models.Set(0)
	for _, g := range Groups {
		if seen.Without(g.Spaces) != seen {
			t.Errorf("group %s has a space of another one", g.Name)
		}
		seen |= g.Spaces
	}
	if seen != models.All {
		t.Errorf("no group has %v", models.All.Without(seen).Spaces())
	}
}

func TestSynergyOfADeadSpaceIsZero(t *testing.T) {
	v := worked
	v[models.Code] = 0
	if got := combine(t, Synergy, v, EqualWeights()); got != 0 {
		t.Errorf("synergy with a space at 0 is %g", got)
	}
	w := EqualWeights()
	w[models.Code] = 0
	if got := combine(t, Synergy, v, w); got < .4 {
		t.Errorf("synergy with a space at 0 that weighs nothing is %g", got)
	}
}
