package search

import (
	"asterism/engine/temporal"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/search/draw"
	"asterism/models"
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

func TestTypicalTimesAreThoseOfAYear(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	const year = int64(365 * 24 * time.Hour)
	var drawn [models.Count][]float32
	for range 100_000 {
		ref := draw.Epoch.Add(time.Duration(r.Int64N(year))).UnixNano()
		at := ref - r.Int64N(year)
		for s, x := range map[models.Space]float64{
			models.TemporalRecent:     float64(temporal.Recency(ref, at)),
			models.TemporalPeriodic:   float64(temporal.PhasesOf(ref).Periodicity(at)),
			models.TemporalPositional: float64(temporal.Order(ref, at)),
		} {
			drawn[s] = append(drawn[s], float32(x))
		}
	}
	for _, s := range timeSpaces.Spaces() {
		want, got := measure(drawn[s], typical[s]), typical[s]
		if math.Abs(got.mean-want.mean) > 0.005 || math.Abs(got.deviation-want.deviation) > 0.002 {
			t.Errorf("%v: typical is %v, drawn %v", s, got, want)
		}
	}
}

// measure is the standard of some values.
func measure(values []float32, expected standard) standard {
	var s Sums
	s.add(values, expected.mean)
	return s.standard(expected)
}
