package workspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

// camps returns two halves of values at the given distance, around one half.
func camps(apart float64, each int) (p Percentiles) {
	p = absent
	for i := range 2 * each {
		p[i] = .5 + apart*(float64(i%2)-.5)
	}
	return p
}

// TestTwoCampsAreNoAgreement: two opposite halves have no order at any coupling, and nearly opposite ones have little at every coupling that a workspace uses by default.
func TestTwoCampsAreNoAgreement(t *testing.T) {
	for each := 1; 2*each <= models.Count; each++ {
		for _, k := range []float64{0, .5, 1, 2, 4, 8, MaxCoupling} {
			if p := camps(1, each); Synchrony(&p, k) > 1e-6 {
				t.Errorf("%d against %d, k %v: r %v", each, each, k, Synchrony(&p, k))
			}
			if p := camps(0, each); !(Synchrony(&p, k) >= 1-1e-9) {
				t.Errorf("%d and %d in one place, k %v: r %v", each, each, k, Synchrony(&p, k))
			}
			if p := camps(.9, each); k <= DefaultCoupling/2 && Synchrony(&p, k) > .15 || k <= DefaultCoupling && Synchrony(&p, k) > .6 {
				t.Errorf("%d against %d, .9 apart, k %v: r %v", each, each, k, Synchrony(&p, k))
			}
		}
	}
}

// TestCouplingDecidesBetween: two camps that are not opposite come nearer with each step of the coupling. The coupling for a memory of coherence ½
// synchronises camps .5 apart, but not those .6 apart.
func TestCouplingDecidesBetween(t *testing.T) {
	for _, apart := range []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9} {
		p, before := camps(apart, 5), -1.
		for _, k := range []float64{0, .5, 1, 2, 4, 8, 16, MaxCoupling} {
			r := Synchrony(&p, k)
			if r <= before+1e-4 {
				t.Errorf("%v apart: r goes from %.4f to %.4f at k %v", apart, before, r, k)
			}
			before = r
		}
		r := Synchrony(&p, DefaultCoupling/2)
		if in := r > leastOrder; apart <= .5 && !in || apart >= .6 && in {
			t.Errorf("%v apart: r %.3f", apart, r)
		}
	}
}

func normals(r *rand.Rand, spread float64) (p Percentiles) {
	for i := range p {
		p[i] = min(max(.65+spread*r.NormFloat64(), 0), 1)
	}
	return p
}

func drawPercentiles(t *rapid.T) Percentiles {
	var p Percentiles
	for i := range p {
		p[i] = rapid.Float64Range(0, 1).Draw(t, "p")
		if rapid.IntRange(0, 4).Draw(t, "absent") == 0 {
			p[i] = math.NaN()
		}
	}
	return p
}

func TestEqualPercentilesAreInStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPercentiles(t)
		v := rapid.Float64Range(0, 1).Draw(t, "value")
		for i := range p {
			if !math.IsNaN(p[i]) {
				p[i] = v
			}
		}
		k := rapid.Float64Range(0, MaxCoupling).Draw(t, "k")
		if r := Synchrony(&p, k); !(r >= .99) && !math.IsNaN(p.Mean()) {
			t.Errorf("r %v", r)
		}
	})
}

func TestWideSpreadWithLittleCouplingIsOutOfStep(t *testing.T) {
	var even Percentiles
	for i := range even {
		even[i] = float64(i) / (models.Count - 1)
	}
	for _, k := range []float64{0, .2, .4} {
		if r := Synchrony(&even, k); r >= .5 {
			t.Errorf("even percentiles, k %v: r %.3f", k, r)
		}
	}
}

// TestOrderIsAShareAndBlindToNames: r is within [0,1], and does not depend, even in the last bit, on which space has which value.
func TestOrderIsAShareAndBlindToNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPercentiles(t)
		k := rapid.Float64Range(0, MaxCoupling).Draw(t, "k")
		q := p
		for i := len(q) - 1; i > 0; i-- {
			j := rapid.IntRange(0, i).Draw(t, "swap")
			q[i], q[j] = q[j], q[i]
		}
		r, s := Synchrony(&p, k), Synchrony(&q, k)
		if math.IsNaN(p.Mean()) {
			if !math.IsNaN(r) {
				t.Errorf("no space is present, r %v", r)
			}
			return
		}
		if !(r >= 0 && r <= 1) || r != s {
			t.Errorf("r %v, in another order %v", r, s)
		}
	})
}

// TestCouplingBringsIntoStep: more coupling never gives less order, for any percentiles. The remaining distance after a second is below 1e-3.
func TestCouplingBringsIntoStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPercentiles(t)
		k := rapid.Float64Range(0, MaxCoupling).Draw(t, "k")
		more := rapid.Float64Range(k, MaxCoupling).Draw(t, "more")
		if math.IsNaN(p.Mean()) {
			return
		}
		if r, s := Synchrony(&p, k), Synchrony(&p, more); s < r-1e-3 {
			t.Errorf("r is %.6f with %v and %.6f with %v", r, k, s, more)
		}
	})
}

// TestStepsAreFineEnough compares with a solution with the library's sines and steps a tenth as long.
func TestStepsAreFineEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p := normals(r, .3)
		for _, k := range []float64{0, 2, MaxCoupling} {
			if got, want := Synchrony(&p, k), slowSynchrony(p[:], k); math.Abs(got-want) > .001 {
				t.Errorf("k %v: r %.6f, finely %.6f", k, got, want)
			}
		}
	}
}

// slowSynchrony sums over all pairs and integrates by the midpoint rule in steps of 1 ms.
func slowSynchrony(p []float64, k float64) float64 {
	const h, steps = .001, 2000
	n := len(p)
	phase := make([]float64, n)
	for i, v := range p {
		phase[i] = math.Pi * (1 - v)
	}
	slope := func(at []float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = Omega * math.Sin(math.Pi*(1-p[i])-at[i])
			for j := range at {
				out[i] += k / float64(n) * math.Sin(at[j]-at[i])
			}
		}
		return out
	}
	moved := func(by []float64, h float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = phase[i] + h*by[i]
		}
		return out
	}
	sum := 0.0
	for s := range steps {
		phase = moved(slope(moved(slope(phase), h/2)), h)
		if s >= steps/2 {
			var x, y float64
			for _, v := range phase {
				x, y = x+math.Cos(v), y+math.Sin(v)
			}
			sum += (x*x + y*y) / float64(n*n)
		}
	}
	return sum / (steps / 2)
}

func TestSynchronyAllocatesNothing(t *testing.T) {
	p := normals(rand.New(rand.NewPCG(7, 8)), .2)
	if n := testing.AllocsPerRun(10, func() { Synchrony(&p, 2) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkSynchrony uses all spaces; the specification allows 0.2 ms.
func BenchmarkSynchrony(b *testing.B) {
	p := normals(rand.New(rand.NewPCG(9, 10)), .2)
	b.ReportAllocs()
	for b.Loop() {
		Synchrony(&p, 2)
	}
}
