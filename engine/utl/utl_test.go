package utl

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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

// someSpace returns a calibration whose distances do not depend on the number of memories.
func someSpace() Calibration { return Calibration{prior: Prior{Mean: .5, Spread: .1, Link: .6}} }

func TestSurpriseCalibration(t *testing.T) {
	c := someSpace()
	near(t, "copy", c.Surprise(0, priorStored), 0, 0)
	near(t, "as far as usual", c.Surprise(.5, priorStored), .5, .01)
	for i := range window {
		c.Observe(.2 + .1*float64(i)/window)
	}
	near(t, "as far as usual, learned", c.Surprise(.25, window), .5, .02)
	near(t, "a quarter is nearer", c.Surprise(.225, window), .25, .03)
	near(t, "a quarter is farther", c.Surprise(.275, window), .75, .03)
	if s := c.Surprise(.5, window); s < .95 {
		t.Errorf("the distribution was not learned: surprise of .5 is %.3f", s)
	}
	if s := c.Surprise(.02, window); s > .01 {
		t.Errorf("surprise of nearly a copy is %.3f", s)
	}
}

func TestWhatSaysNothingDoesNotCalibrate(t *testing.T) {
	for _, d := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, .01} {
		c := someSpace()
		for range 40 {
			c.Observe(.3)
			c.Observe(.4)
		}
		before := c.Surprise(.35, 80)
		for range 40 {
			c.Observe(d)
		}
		near(t, "surprise", c.Surprise(.35, 80), before, 1e-12)
	}
}

func TestOneFarNeighbourDoesNotMoveWhatIsUsual(t *testing.T) {
	a, b := someSpace(), someSpace()
	for range 50 {
		a.Observe(.3)
		a.Observe(.4)
		b.Observe(.3)
		b.Observe(.4)
	}
	b.Observe(1)
	near(t, "surprise", b.Surprise(.36, 100), a.Surprise(.36, 100), .05)
}

func TestTheSameDistanceSurprisesMoreAmongMany(t *testing.T) {
	c := NewCalibration(models.Semantic)
	few, many := c.Surprise(.6, 10), c.Surprise(.6, 10000)
	if few >= .5 || many <= .8 {
		t.Errorf("surprise of .6 is %.3f among 10 and %.3f among 10,000", few, many)
	}
	// All memories have the same distance, which falls with the number of memories as the prior predicts: always the usual distance.
	for n := 10; n < 400; n++ {
		c.Observe(.7 * math.Pow(float64(n), -Priors[models.Semantic].Shrink))
	}
	near(t, "as far as usual", c.Surprise(.7*math.Pow(400, -Priors[models.Semantic].Shrink), 400), .5, .02)
}

func TestSurpriseIsMonotoneAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Calibration{prior: Prior{
			Mean:   rapid.Float64Range(1e-3, 1).Draw(t, "mean"),
			Spread: rapid.Float64Range(0, .5).Draw(t, "spread"),
			Shrink: rapid.Float64Range(0, .3).Draw(t, "shrink"),
		}}
		for _, d := range rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 2*window).Draw(t, "seen") {
			c.Observe(d)
		}
		stored := rapid.IntRange(0, 1_000_000).Draw(t, "stored")
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		lo, hi := c.Surprise(min(a, b), stored), c.Surprise(max(a, b), stored)
		if !(lo >= 0 && hi <= 1 && lo <= hi) {
			t.Fatalf("surprise %v of %v and %v of %v", lo, min(a, b), hi, max(a, b))
		}
	})
}

// TestTheWindowIsAFunctionOfTheNewest checks that memories before the newest have no effect, so that a restart may leave them out.
func TestTheWindowIsAFunctionOfTheNewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN()))
		newest := rapid.SliceOfN(distances, window, window).Draw(t, "newest")
		all, some := someSpace(), someSpace()
		for _, d := range append(rapid.SliceOf(distances).Draw(t, "before"), newest...) {
			all.Observe(d)
		}
		for _, d := range newest {
			some.Observe(d)
		}
		d := rapid.Float64Range(0, 1).Draw(t, "d")
		if a, b := all.Surprise(d, 1000), some.Surprise(d, 1000); a != b {
			t.Fatalf("%v with what came before, %v without", a, b)
		}
	})
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		p, want float64
	}{{[]float64{7}, .5, 7}, {[]float64{1, 2}, .5, 1.5}, {[]float64{1, 2, 3, 4, 5}, .25, 2}, {[]float64{1, 2, 3, 4, 5}, 1, 5}, {[]float64{1, 2, 3, 4}, .75, 3.25}} {
		near(t, "quantile", quantile(c.values, c.p), c.want, 1e-12)
	}
}

func TestCoherence(t *testing.T) {
	near(t, "empty store", Neighbours(nil).Coherence(.5), .1, 0)
	full := Neighbours{.9, .9, .9, .9, .9, .9, .9, .9, .9, .9}
	lonely := Neighbours{.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}
	if full.Coherence(.5) < .85 {
		t.Errorf("full: %.3f", full.Coherence(.5))
	}
	near(t, "lonely", lonely.Coherence(.5), .4*.5, 1e-9) // a cluster of one, without anything to agree with
	near(t, "among copies", Neighbours{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}.Coherence(.5), 1, 1e-9)
	near(t, "copies alone link", Neighbours{1, .9, .9, .9}.Coherence(1), .4*.1+.4*1+.2, 1e-9)
	// 5 linked at distance .1, 5 at distance .8 and an unrelated one: connectivity .5, silhouette 1−.1/b, no spread.
	near(t, "half", Neighbours{.9, .9, .9, .9, .9, .2, .2, .2, .2, .2}.Coherence(.5), .4*.5+.4*(1-.05/(5./6))+.2, 1e-9)
	// 2 linked at distances 0 and .5, the greatest possible spread: silhouette 1−.25/b.
	near(t, "spread", Neighbours{1, .5, .2, .2}.Coherence(.5), .4*.2+.4*(1-.125/(2.6/3)), 1e-9)
}

func TestCoherenceIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Neighbours(rapid.SliceOfN(rapid.Float64Range(-1, 1), 0, 15).Draw(t, "similarities"))
		slices.SortFunc(n, func(a, b float64) int { return cmp.Compare(b, a) })
		if c := n.Coherence(rapid.Float64Range(-1, 1).Draw(t, "link")); !(c >= 0 && c <= 1) {
			t.Fatalf("coherence %v", c)
		}
	})
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
		c := n.Coherence(.6)
		if c <= last {
			t.Errorf("%d links: %.3f after %.3f", links, c, last)
		}
		last = c
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
	var p Pulse
	p.Observe(1, 0)
	p.Observe(0, 1)
	near(t, "running entropy", p.Entropy, .9, 1e-12)
	near(t, "running coherence", p.Coherence, .1, 1e-12)
}

func TestSessionPhase(t *testing.T) {
	for _, c := range []struct {
		name               string
		entropy, coherence []float64
		usual, want        float64
	}{
		{"first memory", []float64{1}, []float64{.1}, .6, 0},
		{"nothing surprises", []float64{.4, .2, .5, .3}, []float64{.1, .9, .2, .1}, .6, 0},
		{"in step", []float64{.9, .2, .8, .7}, []float64{.6, .1, .7, .9}, .6, 0},
		{"two behind", []float64{.9, .1, .1, .1}, []float64{.1, .1, .9, .1}, .6, math.Pi / 2},
		{"none and two behind", []float64{.9, .9, .1, .1}, []float64{.9, .1, .1, .9}, .6, math.Pi / 4},
		{"awaited for one", []float64{.9, .1}, []float64{.1, .1}, .6, math.Pi / 4},
		{"never", []float64{.9, .1, .1, .1, .1, .1, .1}, []float64{.1, .1, .1, .1, .1, .1, .1}, .6, math.Pi},
		{"above what is usual", []float64{.9, .1, .1}, []float64{.1, .3, .1}, .2, math.Pi / 4},
		{"too late", []float64{.9, .1, .1, .1, .1, .1, .1}, []float64{.1, .1, .1, .1, .1, .1, .9}, .6, math.Pi},
	} {
		var s Session
		last := len(c.entropy) - 1
		for i := range last {
			s.Observe(nil, c.entropy[i], c.coherence[i])
		}
		near(t, c.name, s.Phase(c.entropy[last], c.coherence[last], c.usual), c.want, 1e-12)
	}
}

func TestPhaseForgetsWhatIsLongAgo(t *testing.T) {
	var s Session
	for range 5 {
		s.Observe(nil, .9, .1)
	}
	if s.Phase(.9, .1, .6) == 0 {
		t.Error("five surprises without coherence are in step")
	}
	for range lagSamples {
		s.Observe(nil, .9, .9)
	}
	near(t, "in step again", s.Phase(.9, .9, .6), 0, 0)
}

func TestPhaseIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Session
		unit := rapid.Float64Range(0, 1)
		for range rapid.IntRange(0, 30).Draw(t, "memories") {
			s.Observe(nil, unit.Draw(t, "entropy"), unit.Draw(t, "coherence"))
		}
		entropy, coherence, usual := unit.Draw(t, "entropy"), unit.Draw(t, "coherence"), unit.Draw(t, "usual")
		p := s.Phase(entropy, coherence, usual)
		if !(p >= 0 && p <= math.Pi) {
			t.Fatalf("phase %v", p)
		}
		if len(s.entropy) >= lagSamples || p != s.Phase(entropy, coherence, usual) {
			t.Fatalf("asking for the phase changed the session: %d memories kept", len(s.entropy))
		}
	})
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

// TestWhatCannotBeReadHasNoLikeness: letters that a model does not know are one token for it, so the neighbours of a text in them seem as near as copies. They must count by the share
// that is read, and must not calibrate the usual distance. The same words still make a copy.
func TestWhatCannotBeReadHasNoLikeness(t *testing.T) {
	n, last := NewNamespace(), -1.
	for _, share := range []float64{0, .25, .5, .75, 1} {
		in := Input{Present: models.SetOf(models.Semantic), Importance: .5, Stored: 20}
		in.Neighbours[models.Semantic] = Neighbours{.99, .99, .98, .98, .98, .97}
		in.Unread[models.Semantic] = share
		m := n.Measure(in, &Session{})
		if m.Entropy <= last {
			t.Errorf("with %v of the text unread its entropy is %.3f, with less %.3f", share, m.Entropy, last)
		}
		last = m.Entropy
		if math.IsNaN(m.Distance[models.Semantic]) != (share >= .5) {
			t.Errorf("with %v unread the distance is %v", share, m.Distance[models.Semantic])
		}
		if share == 1 && (m.Entropy < .7 || m.Coherence > .25) {
			t.Errorf("nothing is read: entropy %.3f, coherence %.3f", m.Entropy, m.Coherence)
		}
		in.Beside = Copied
		if m := n.Measure(in, &Session{}); m.Entropy > .05 {
			t.Errorf("with %v unread a copy has entropy %.3f", share, m.Entropy)
		}
	}
}

// TestGoalsTakePartInImportance checks that support of the goals raises the given importance, that the lack of it lowers it, and that nothing changes without a goal.
func TestGoalsTakePartInImportance(t *testing.T) {
	for _, c := range []struct{ given, theta, want float64 }{
		{.5, .5, .5}, {.5, 1, .75}, {.5, 0, .25}, {.9, 1, 1}, {.1, 0, 0}, {0, .5, 0}, {1, .5, 1}, {.3, math.NaN(), .3}, {.2, .7, .3}, {.6, .4, .55}, {1, 0, .75},
	} {
		near(t, fmt.Sprintf("importance %v with θ %v", c.given, c.theta), Importance(c.given, c.theta), c.want, 1e-12)
	}
}
