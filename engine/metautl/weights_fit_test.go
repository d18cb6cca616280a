package metautl

import (
	"math"
	"math/rand/v2"
	"testing"

	"asterism/models"
)

// TestGroups checks which hits of an answer are compared.
func TestGroups(t *testing.T) {
	none := math.NaN()
	for name, c := range map[string]struct {
		useful []float64
		want   []float64 // nil: nothing to learn
	}{
		"all judged":           {[]float64{1, 0, .5}, []float64{1, 0, .5}},
		"some not":             {[]float64{none, 1, 0, none}, []float64{1, 0}},
		"only what helped":     {[]float64{none, .7, none}, []float64{0, .7, 0}},
		"two that helped":      {[]float64{.7, .7, none}, []float64{.7, .7, 0}},
		"only what did not":    {[]float64{0, none, 0}, nil},
		"all the same":         {[]float64{1, 1}, nil},
		"nothing was said":     {[]float64{none, none}, nil},
		"a hint, and an order": {[]float64{.5, none, 0}, []float64{.5, 0}},
	} {
		a := Answer{Auto: evenly(models.Semantic)}
		for i, u := range c.useful {
			h := AnswerHit{Useful: u}
			h.Standard[0] = float64(i)
			a.Hits = append(a.Hits, h)
		}
		g, ok := groupOf(recordOfAnswer(&a))
		if ok != (c.want != nil) {
			t.Errorf("%s: %v", name, ok)
			continue
		}
		for i := range c.want {
			if math.Abs(g.useful[i]-c.want[i]) > 1e-7 || len(g.useful) != len(c.want) {
				t.Errorf("%s: %v, want %v", name, g.useful, c.want)
				break
			}
		}
	}
}

// TestFit compares the slope with differences of the loss, and checks that the fit ends where the loss is
// flat.
func TestFit(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	var l listwise
	for i := range 30 {
		a := teach(r, i, "", models.Splade)
		a.Hits[i%10].Useful = .5
		if i%4 == 0 {
			a.Hits[3].Standard[models.Causal] = math.NaN()
		}
		g, ok := groupOf(recordOfAnswer(&a))
		if !ok {
			t.Fatal("nothing to learn")
		}
		l = append(l, g)
	}
	var p point
	for i := range p {
		p[i] = r.NormFloat64() / 2
	}
	here := l.at(&p)
	for i := range p {
		const h = 1e-5
		up, down := p, p
		up[i] += h
		down[i] -= h
		want := (l.at(&up).value - l.at(&down).value) / (2 * h)
		if got := here.slope[i]; math.Abs(got-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("slope %d is %v, by differences %v", i, got, want)
		}
	}
	best, err := l.fit(true)
	if err != nil || best[models.HDC] != 0 {
		t.Fatalf("%v, %v", best, err)
	}
	border := math.Log(MaxFactor)
	for i, v := range l.at(&best).slope {
		if math.Abs(v) > .2 && math.Abs(best[i]) < border-1e-9 {
			t.Errorf("the fit ended where the slope of %d is still %v", i, v)
		}
	}
	plain, err := l.fit(false)
	if err != nil || plain.factors() != (&point{}).factors() || math.Abs(l.at(&plain).slope[sharp]) > .2 || plain[sharp] == 0 {
		t.Errorf("without factors: %v, %v", plain, err)
	}
}
