package drift

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// noise returns similarities about .7, one per hour.
func noise(r *rand.Rand, n int, add func(hour float64) float64) []Entry {
	v := make([]float64, n)
	for i := range v {
		v[i] = .7 + .01*r.NormFloat64() + add(float64(i))
	}
	return series(time.Hour, v...)
}

func none(float64) float64 { return 0 }

// TestAccelerationIsTested: curvature is found, a line shows it in about as many of a hundred cases as the level says, and few samples give no
// result.
func TestAccelerationIsTested(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	found := 0
	for range 400 {
		trend, _ := Fit(noise(r, 20, func(h float64) float64 { return -.005 * h }), .1)
		if trend.Acceleration.Significant {
			found++
		}
	}
	if share := float64(found) / 400; share < .02 || share > .09 {
		t.Errorf("%.3f of straight lines are said to bend, want about %g", share, AccelerationLevel)
	}
	trend, _ := Fit(noise(r, 20, func(h float64) float64 { return -.0005 * h * h }), .1)
	if a := trend.Acceleration; !a.Significant || math.Abs(a.PerCheck+.001) > .0004 || a.P >= AccelerationLevel {
		t.Errorf("the bend is %+v, want −.001 a check", *a)
	}
	if trend, _ := Fit(noise(r, 5, none), .1); trend.Acceleration != nil {
		t.Errorf("of five samples: %+v", *trend.Acceleration)
	}
	if trend, _ := Fit(series(time.Hour, .5, .5, .5, .5, .5, .5, .5), .1); trend.Acceleration != nil {
		t.Errorf("of samples that are all the same: %+v", *trend.Acceleration)
	}
}

// TestACycleIsTold: a daily cycle is found with its period, also with gaps and a slope, and noise shows one in at most one of a hundred cases.
func TestACycleIsTold(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	daily := func(h float64) float64 { return .05*math.Sin(2*math.Pi*h/24) - .0004*h }
	all := noise(r, 24*5, daily)
	var some []Entry
	for i, e := range all {
		if i%7 != 3 && r.IntN(4) > 0 {
			some = append(some, e)
		}
	}
	trend, _ := Fit(some, .1)
	if c := trend.Cycle; c == nil || math.Abs(c.Period.Hours()-24) > 2.5 || math.Abs(c.Amplitude-.05) > .015 || c.P >= CycleLevel {
		t.Errorf("the cycle is %+v", c)
	}
	found := 0
	for range 500 {
		if trend, _ := Fit(noise(r, 30, none), .1); trend.Cycle != nil {
			found++
		}
	}
	if found > 12 { // 5 are expected at a level of .01
		t.Errorf("%d of 500 series of noise are said to have a cycle", found)
	}
	if trend, _ := Fit(noise(r, 11, daily), .1); trend.Cycle != nil {
		t.Errorf("of eleven samples: %+v", *trend.Cycle)
	}
}
