package workspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

// TestWhatTheSpecificationTried repeats its figures: percentiles of a given spread round .65, normally distributed and cut
// to [0,1]. It does not say round what; .5 to .7 give the same within .06.
func TestWhatTheSpecificationTried(t *testing.T) {
	const runs, tolerance = 400, .03
	coherences := []float64{.2, .5, .8}
	for spread, want := range map[float64][3]float64{.05: {.98, .99, .995}, .15: {.77, .92, .96}, .3: {.45, .63, .82}} {
		for i, coherence := range coherences {
			r, sum := rand.New(rand.NewPCG(1, 2)), 0.0
			for range runs {
				p := normals(r, spread)
				sum += Synchrony(&p, DefaultCoupling*coherence)
			}
			if got := sum / runs; math.Abs(got-want[i]) > tolerance {
				t.Errorf("spread %v, coherence %v: r %.3f, want %.3f", spread, coherence, got, want[i])
			}
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

// TestOrderIsAShareAndBlindToNames: r is within [0,1], and which space says what makes no difference to the last bit.
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

// TestCouplingBringsIntoStep: on a grid of spreads the mean order rises with every step of k, and so it does for almost each set of
// percentiles by itself. It is no law for each: pairs that drift apart can meet again within the second that is looked at.
func TestCouplingBringsIntoStep(t *testing.T) {
	const sets = 60
	grid := []float64{0, .5, 1, 2, 4, 8, 16}
	rises, falls := 0, 0
	for _, spread := range []float64{.05, .1, .15, .2, .3} {
		r, sums := rand.New(rand.NewPCG(3, 4)), make([]float64, len(grid))
		for range sets {
			p, before := normals(r, spread), -1.0
			for i, k := range grid {
				got := Synchrony(&p, k)
				sums[i] += got
				if i > 0 && got < before-1e-9 {
					falls++
				} else {
					rises++
				}
				before = got
			}
		}
		for i := 1; i < len(grid); i++ {
			if sums[i] <= sums[i-1] {
				t.Errorf("spread %v: mean r falls from %.3f at k %v to %.3f at %v", spread, sums[i-1]/sets, grid[i-1], sums[i]/sets, grid[i])
			}
		}
	}
	share := float64(falls) / float64(rises+falls)
	t.Logf("r falls in %.2f %% of the steps", 100*share)
	if share > .02 {
		t.Errorf("r falls in %.1f %% of the steps", 100*share)
	}
}

// TestStepsAreFineEnough compares with a solution of the library's sines in steps ten times as fine.
func TestStepsAreFineEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p := normals(r, .3)
		for _, k := range []float64{0, 2, MaxCoupling} {
			if got, want := Synchrony(&p, k), slowSynchrony(p[:], k); math.Abs(got-want) > .005 {
				t.Errorf("k %v: r %.6f, finely %.6f", k, got, want)
			}
		}
	}
}

// slowSynchrony sums over all pairs and integrates by the midpoint rule in steps of 1 ms.
func slowSynchrony(p []float64, k float64) float64 {
	const h, steps = .001, 2000
	n, mean := len(p), 0.0
	phase := make([]float64, n)
	for i, v := range p {
		phase[i] = math.Pi * (1 - v)
		mean += v / float64(n)
	}
	slope := func(at []float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = Omega * (p[i] - mean)
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
			sum += math.Hypot(x, y) / float64(n)
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

// BenchmarkSynchrony is of all spaces; the specification allows 0.2 ms.
func BenchmarkSynchrony(b *testing.B) {
	p := normals(rand.New(rand.NewPCG(9, 10)), .2)
	b.ReportAllocs()
	for b.Loop() {
		Synchrony(&p, 2)
	}
}
