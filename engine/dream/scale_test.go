package dream

import (
	"math"
	"math/rand/v2"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// randomValues are values of every space of Content, some absent.
func randomValues(rng *rand.Rand, absent float64) (f fingerprint.Fingerprint) {
	for _, s := range Content.Spaces() {
		if rng.Float64() < absent {
			continue
		}
		switch info := s.Info(); info.Kind {
		case models.Dense:
			f[s].Dense = randomUnit(rng, info.Width)
		case models.Pair:
			f[s].Dense = append(randomUnit(rng, info.Width), randomUnit(rng, info.Width)...)
		case models.Terms:
			for id := rng.IntN(40); id < 900; id += 1 + rng.IntN(60) {
				f[s].Terms = append(f[s].Terms, fingerprint.TermWeight{ID: uint16(id), Weight: .1 + rng.Float32()})
			}
		case models.Binary:
			for range (info.Width + 63) / 64 {
				f[s].Bits = append(f[s].Bits, rng.Uint64())
			}
			f[s].Bits[len(f[s].Bits)-1] &= 1<<(info.Width%64) - 1
		}
	}
	return f
}

func randomUnit(rng *rand.Rand, width int) []float32 {
	out, sum := make([]float32, width), 0.0
	for i := range out {
		out[i] = float32(rng.NormFloat64()) + .3
		sum += float64(out[i]) * float64(out[i])
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(sum))
	}
	return out
}

func TestPercentilesOfTheSampleItself(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var sample []fingerprint.Fingerprint
	for range 20 {
		sample = append(sample, randomValues(rng, .1))
	}
	s := NewScale(sample)
	for _, space := range Content.Spaces() {
		all := s.sorted[space]
		if len(all) < 100 {
			t.Fatalf("%v: %d pairs", space, len(all))
		}
		if got := s.Percentile(space, all[0]-1); got != 0 {
			t.Errorf("%v: below all is %v", space, got)
		}
		if got := s.Percentile(space, all[len(all)-1]+1); got != 1 {
			t.Errorf("%v: above all is %v", space, got)
		}
		sum := 0.0
		for _, x := range all {
			sum += s.Percentile(space, x)
		}
		if mean := sum / float64(len(all)); math.Abs(mean-.5) > 1e-9 { // ties count half
			t.Errorf("%v: the mean percentile of the sample is %v, want .5", space, mean)
		}
		if !math.IsNaN(s.Percentile(space, math.NaN())) {
			t.Errorf("%v: the percentile of an absent similarity is a number", space)
		}
	}
	p := s.Percentiles(&sample[0], &sample[1])
	for _, space := range []models.Space{models.TemporalRecent, models.TemporalPeriodic, models.TemporalPositional, models.LateInteraction} {
		if !math.IsNaN(p[space]) {
			t.Errorf("%v takes part", space)
		}
	}
	if !math.IsNaN(new(Scale).Percentile(models.Semantic, .5)) {
		t.Error("without a sample there is a percentile")
	}
}

func TestActivation(t *testing.T) {
	all := func(p float64) (out [models.Count]float64) {
		for i := range out {
			out[i] = p
		}
		return out
	}
	one := all(math.NaN())
	one[models.Code] = .9
	for _, c := range []struct {
		in   [models.Count]float64
		want float64
	}{{all(1), 1}, {all(.5), 0}, {all(.2), 0}, {all(.75), .5}, {all(math.NaN()), 0}, {one, .8}} {
		if got := Activation(c.in); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("activation of %v is %v, want %v", c.in, got, c.want)
		}
	}
}

func TestBestProposals(t *testing.T) {
	var all []Proposal
	for i := byte(0); i < 60; i++ {
		all = append(all, Proposal{A: id(i), B: id(i + 100), Score: float64(i%30) / 30})
	}
	for i := byte(200); i < 210; i++ {
		all = append(all, Proposal{A: id(99), B: id(i), Score: 1}) // one memory in all of the best
	}
	got := Best(all)
	if len(got) != MaxProposals {
		t.Fatalf("%d proposals", len(got))
	}
	of99 := 0
	for i, p := range got {
		if p.A == id(99) {
			of99++
		}
		if i > 0 && (p.Score > got[i-1].Score || p.Score == got[i-1].Score && p.A == got[i-1].A && p.B.String() < got[i-1].B.String()) {
			t.Errorf("proposal %d is out of order", i)
		}
	}
	if of99 != proposalsEach {
		t.Errorf("%d proposals with the same memory", of99)
	}
}
