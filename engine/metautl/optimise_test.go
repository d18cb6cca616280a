package metautl

import (
	"math"
	"math/rand/v2"
	"testing"

	"asterism/engine/utl"
)

// TestMinimiseFindsAKnownOptimum moves the optimum over the whole range, for objectives of several shapes and scales.
func TestMinimiseFindsAKnownOptimum(t *testing.T) {
	shapes := map[string]func(d float64) float64{
		"parabola":       func(d float64) float64 { return d * d },
		"small parabola": func(d float64) float64 { return 1e-4*d*d + 3 },
		"corner":         math.Abs,
		"well":           func(d float64) float64 { return 1 - math.Exp(-d*d/(2*.15*.15)) },
		"lopsided":       func(d float64) float64 { return math.Exp(3*d) - 3*d },
	}
	for name, shape := range shapes {
		worst, iterations := 0.0, 0
		for i := range 81 {
			optimum, calls := usual.MinLambda+float64(i)/100, 0
			got, err := Minimise(usual.MinLambda, usual.MaxLambda, func(l float64) float64 { calls++; return shape(l - optimum) })
			if err != nil {
				t.Fatal(err)
			}
			if calls != startPoints+got.Iterations || got.Iterations > maxIterations {
				t.Errorf("%s: %d calls, %d iterations", name, calls, got.Iterations)
			}
			worst, iterations = max(worst, math.Abs(got.Lambda-optimum)), iterations+got.Iterations
		}
		t.Logf("%s: at most %.4f away, %.1f iterations", name, worst, float64(iterations)/81)
		if worst > .02 {
			t.Errorf("%s: found an optimum %.4f away", name, worst)
		}
	}
}

func TestMinimiseStops(t *testing.T) {
	flat, err := Minimise(usual.MinLambda, usual.MaxLambda, func(float64) float64 { return 3 })
	if err != nil || flat.Value != 3 || flat.Lambda != usual.MinLambda {
		t.Errorf("flat objective: %+v, %v", flat, err)
	}
	objective := func(l float64) float64 { return math.Sin(9 * l) }
	a, _ := Minimise(usual.MinLambda, usual.MaxLambda, objective)
	b, _ := Minimise(usual.MinLambda, usual.MaxLambda, objective)
	if a != b || a.Iterations == 0 || a.Improvement < 0 {
		t.Errorf("%+v and then %+v", a, b)
	}
}

// TestOptimiseRecoversLambda computes outcomes with a known λ, and checks that the optimiser finds it, on either side of .5.
func TestOptimiseRecoversLambda(t *testing.T) {
	worst := 0.0
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 81 {
		truth := usual.MinLambda + float64(i)/100
		s := draft{state: newState(&usual), rules: &usual}
		for j := range 300 {
			o := outcome{Entropy: rng.Float64(), Coherence: rng.Float64(), Importance: rng.Float64(), Domain: uint8(1 + j%2)}
			o.Actual = utl.Learned(o.Entropy, o.Coherence, pair(truth), o.Importance)
			s.outcomes[j] = o
			s.Outcomes++
		}
		for _, d := range []Domain{"", "code", "medical"} {
			got, err := s.optimise(d)
			if err != nil || math.Abs(got.Lambda-truth) > .02 {
				t.Errorf("λ_s %v, domain %q: found %+v, %v", truth, d, got, err)
			}
			worst = max(worst, math.Abs(got.Lambda-truth))
		}
		if _, err := s.optimise("legal"); err == nil {
			t.Error("λ was fitted to no outcomes")
		}
	}
	t.Logf("at most %.3f away", worst)
}
