package utl

import (
	"math"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance || math.IsNaN(got) {
		t.Errorf("%s = %.4f, want %.4f ± %.4f", name, got, want, tolerance)
	}
}

func TestLearningScoreOfTheReference(t *testing.T) {
	near(t, "L", LearningScore(.65, .78, Lambdas{.5, .5}, .5, 0), .73, .02)
	near(t, "L at phase π", LearningScore(.65, .78, Lambdas{.5, .5}, .5, math.Pi), 1-LearningScore(.65, .78, Lambdas{.5, .5}, .5, 0), 1e-12)
}

func TestLifecycle(t *testing.T) {
	for _, c := range []struct {
		n int
		s float64
	}{{0, .7}, {25, .7}, {50, .6}, {75, .5}, {250, .5}, {475, .5}, {500, .4}, {525, .3}, {100000, .3}} {
		l := Lifecycle(c.n)
		near(t, "λ_s", l.S, c.s, 1e-9)
		near(t, "sum", l.S+l.C, 1, 1e-12)
	}
}

func TestSurpriseCalibration(t *testing.T) {
	c := Calibration{prior: Prior{Mean: .5, Spread: .1, Link: .6}}
	near(t, "copy", c.Surprise(0), 0, 0)
	near(t, "as far as usual", c.Surprise(.5), .5, 1e-9)
	for range window {
		c.Observe(.2)
		c.Observe(.3)
	}
	mean, _ := c.moments()
	near(t, "as far as usual, learned", c.Surprise(mean), .5, 1e-9)
	if mean > .27 || c.Surprise(.5) < .9 {
		t.Errorf("the distribution was not learned: mean %.3f, surprise of .5 is %.3f", mean, c.Surprise(.5))
	}
	c.Observe(math.NaN())
	if m, _ := c.moments(); m != mean {
		t.Error("an absent distance moved the mean")
	}
}

func TestSurpriseIsMonotoneAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Calibration{prior: Prior{Mean: rapid.Float64Range(0, 1).Draw(t, "mean"), Spread: rapid.Float64Range(0, .5).Draw(t, "spread")}}
		for _, d := range rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 40).Draw(t, "seen") {
			c.Observe(d)
		}
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		lo, hi := c.Surprise(min(a, b)), c.Surprise(max(a, b))
		if !(lo >= 0 && hi <= 1 && lo <= hi) {
			t.Fatalf("surprise %v of %v and %v of %v", lo, min(a, b), hi, max(a, b))
		}
	})
}

func TestCoherence(t *testing.T) {
	near(t, "empty store", Neighbours(nil).Coherence(.5), .1, 0)
	full := Neighbours{.9, .9, .9, .9, .9, .9, .9, .9, .9, .9}
	lonely := Neighbours{.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}
	if full.Coherence(.5) < .85 || lonely.Coherence(.5) > .45 {
		t.Errorf("full %.3f, lonely %.3f", full.Coherence(.5), lonely.Coherence(.5))
	}
	// 5 linked at distance .1, 5 at distance .8: connectivity .5, silhouette 1−.1/.8, deviation .35.
	near(t, "half", Neighbours{.9, .9, .9, .9, .9, .2, .2, .2, .2, .2}.Coherence(.5), .4*.5+.4*(1+.875)/2+.2*.3, 1e-9)
}

func TestCoherenceRisesWithEachLink(t *testing.T) {
	last := -1.0
	for links := 0; links <= LinkNeighbours; links++ {
		n := make(Neighbours, LinkNeighbours)
		for i := range n {
			n[i] = .3
			if i < links {
				n[i] = .8
			}
		}
		if links == 0 || links >= 5 {
			if c := n.Coherence(.6); c <= last {
				t.Errorf("%d links: %.3f after %.3f", links, c, last)
			} else {
				last = c
			}
		}
	}
}

func TestDistance(t *testing.T) {
	near(t, "copy among others", Neighbours{1, .2, .2, .2, .2}.Distance(), 0, 0)
	near(t, "plain", Neighbours{.5, .5, .5, .5, .5}.Distance(), .5, 1e-12)
	if !math.IsNaN(Neighbours(nil).Distance()) {
		t.Error("no neighbours must give no distance")
	}
}

func TestJohari(t *testing.T) {
	for _, c := range []struct {
		s, c float64
		want string
	}{{.4, .6, "open"}, {.5, .5, "blind"}, {.4, .5, "hidden"}, {.5, .6, "unknown"}} {
		if got := Johari(c.s, c.c).String(); got != c.want {
			t.Errorf("Johari(%v, %v) = %s, want %s", c.s, c.c, got, c.want)
		}
	}
}

func TestPulse(t *testing.T) {
	for _, c := range []struct {
		e, c float64
		want string
	}{{.8, .6, "epistemic_action"}, {.8, .3, "trigger_dream"}, {.3, .3, "get_neighborhood"}, {.5, .5, "continue"}, {.8, .45, "continue"}} {
		var p Pulse
		if p.SuggestedAction() != "continue" {
			t.Error("a pulse without samples must continue")
		}
		p.Observe(c.e, c.c)
		if got := p.SuggestedAction(); got != c.want {
			t.Errorf("pulse %v/%v suggests %s, want %s", c.e, c.c, got, c.want)
		}
	}
	var p Pulse
	p.Observe(1, 0)
	p.Observe(0, 1)
	near(t, "running entropy", p.Entropy, .9, 1e-12)
	near(t, "running coherence", p.Coherence, .1, 1e-12)
}

func TestSessionPhase(t *testing.T) {
	var step, lagged Session
	seq := []float64{.1, .9, .3, .2, .8, .5, .1, .7, .9, .2, .4, .6, .3, .8, .1, .5}
	for i := range seq {
		step.Observe(nil, seq[i], seq[i])
		lagged.Observe(nil, seq[i], seq[max(0, i-2)])
	}
	near(t, "in step", step.Phase(), 0, 0)
	near(t, "two behind", lagged.Phase(), math.Pi/2, 1e-12)
}

func TestSessionSurprise(t *testing.T) {
	var s Session
	x, y := make([]float32, models.Semantic.Info().Width), make([]float32, models.Semantic.Info().Width)
	x[0], y[1] = 1, 1
	near(t, "new session", s.Surprise(x), 1, 0)
	s.Observe(x, 0, 0)
	near(t, "same again", s.Surprise(x), 0, 1e-9)
	near(t, "another matter", s.Surprise(y), 1, 1e-9)
	near(t, "absent", s.Surprise(nil), 1, 0)
}

func TestMeasureLeavesAbsentSpacesOut(t *testing.T) {
	n := NewNamespace()
	in := Input{Present: models.SetOf(models.Semantic, models.TemporalRecent), Importance: .5}
	m := n.Measure(in, &Session{})
	near(t, "entropy of an empty store", m.Entropy, 1, 0)
	near(t, "coherence of an empty store", m.Coherence, .1, 0)
	if m.Johari[models.Code] != NotMeasured || !math.IsNaN(m.DeltaS[models.Code]) {
		t.Error("an absent space was measured")
	}
	in.Neighbours[models.Semantic] = Neighbours{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	in.Neighbours[models.TemporalRecent] = Neighbours{0, 0}
	if m := n.Measure(in, &Session{}); m.Entropy > .05 {
		t.Errorf("the time of a copy made it surprising: entropy %.3f", m.Entropy)
	}
}
