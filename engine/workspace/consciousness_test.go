package workspace

import (
	"math"
	"testing"

	"asterism/models"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// awake returns a workspace of one member at the given level, whose factors other than I are 1.
func awake(c float64) *Workspace {
	w := New("n", "", Options{})
	w.members = []*member{{id: uuid.UUID{1}}}
	w.order, w.variety, w.active = c, 1, start
	w.foresight = Predictor{Mean: 1, Seen: 2}
	return w
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		level float64
		want  State
	}{{0, Dormant}, {.29, Dormant}, {.3, Fragmented}, {.49, Fragmented}, {.5, Emerging}, {.79, Emerging}, {.8, Conscious}, {.95, Conscious}, {.96, Hypersync}, {1, Hypersync}} {
		w := awake(c.level)
		if got := w.State(start.Add(Idle - 1)); got != c.want {
			t.Errorf("C %v: %s, want %s", c.level, got, c.want)
		}
		if got := w.State(start.Add(Idle)); got != Dormant {
			t.Errorf("C %v, after ten minutes of silence: %s", c.level, got)
		}
	}
	if w := New("n", "", Options{}); w.State(start) != Dormant || w.Level() != 0 {
		t.Error("an empty workspace is awake")
	}
}

func TestLevelIsTheProduct(t *testing.T) {
	w := awake(.9)
	w.variety, w.foresight.Mean = .8, .7
	if got, s := w.Level(), w.Snapshot(start); math.Abs(got-.9*.8*.7) > 1e-12 || s.C != got || s.I != .9 || s.R != .7 || s.D != .8 {
		t.Errorf("C %v, snapshot %+v", got, s)
	}
}

func TestDifferentiation(t *testing.T) {
	nan := math.NaN()
	fill := func(v ...float64) Percentiles {
		p := absent
		copy(p[:], v)
		return p
	}
	for name, c := range map[string]struct {
		v    Percentiles
		want float64
	}{
		"all equal": {fill(.4, .4, .4, .4), 1}, "one alone": {fill(.4, 0, 0), 0}, "one present": {fill(.4), 0}, "none": {absent, 0},
		"negative":     {fill(.5, .5, -3, -.1), math.Log(2) / math.Log(4)},
		"absent first": {fill(nan, .5, .5), 1}, "zeros": {fill(0, 0, 0), 0},
		"uneven": {fill(.25, .75), (.25*math.Log(4) + .75*math.Log(4.0/3)) / math.Log(2)},
	} {
		if got := Differentiation(c.v); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPercentiles(t)
		if d := Differentiation(p); !(d >= 0 && d <= 1) {
			t.Errorf("D %v of %v", d, p)
		}
	})
}

// TestAContradictionMovesConsciousToEmerging: similar in E1 and opposite in purpose; the next entry that does not contradict
// restores the state.
func TestAContradictionMovesConsciousToEmerging(t *testing.T) {
	purpose := func(up bool) (out [models.Count]float32) {
		for s := range out {
			out[s] = .9
			if (s%2 == 0) != up {
				out[s] = .1
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		near, want bool
		purpose    [models.Count]float32
	}{
		"near and opposite": {true, true, purpose(false)}, "near and the same": {true, false, purpose(true)},
		"far and opposite": {false, false, purpose(false)}, "near, no goal": {true, false, [models.Count]float32{}},
	} {
		w := awake(.9)
		w.members[0].purpose = purpose(true)
		j := Judgement{P: absent}
		j.P[models.Semantic] = .5
		if c.near {
			j.P[models.Semantic] = .95
		}
		w.contradicted = w.contradicts(&Thought{Purpose: c.purpose}, &j)
		want := Conscious
		if c.want {
			want = Emerging
		}
		if got := w.State(start); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestAContradictionIsFoundByLook tests the whole path, in both directions.
func TestAContradictionIsFoundByLook(t *testing.T) {
	w, cohort, topic := New("n", "", Options{}), strangers(), newTopic(1)
	look := func(v float32) Judgement {
		th := topic.thought(t, .3)
		for s := range th.Purpose {
			th.Purpose[s] = .5 + v*float32(1-2*(s%2))
		}
		th.Entropy = .5
		return w.Look(th, cohort, start)
	}
	w.Look(topic.thought(t, .3), cohort, start) // neutral: enters
	for range 4 {
		look(.3)
	}
	if w.contradicted {
		t.Fatal("contradicted by those who agree")
	}
	if j := look(-.3); !w.contradicted || j.P[models.Semantic] < contradictionNear {
		t.Errorf("the opposite was not noticed: %+v", j)
	}
	look(.3)
	if w.contradicted {
		t.Error("the contradiction was not forgotten with the next entry")
	}
}

// TestForeseenIsR: an accuracy set from outside replaces the session's own, even if it is zero.
func TestForeseenIsR(t *testing.T) {
	w := New("a", "b", Options{})
	w.foresight = Predictor{Mean: .75, Seen: 9}
	if got := w.Snapshot(start).R; got != .75 {
		t.Errorf("R %v before anything was said, want the session's own .75", got)
	}
	for _, want := range []float64{.25, 0} {
		w.SetAccuracy(want)
		if got := w.Snapshot(start).R; got != want {
			t.Errorf("R %v, want %v", got, want)
		}
	}
}

func TestForesight(t *testing.T) {
	var f Predictor
	if f.Accuracy() != .5 {
		t.Errorf("before any prediction %v", f.Accuracy())
	}
	f.Observe(1) // of an empty store
	f.Observe(.6)
	if f.Accuracy() != .5 {
		t.Errorf("before any prediction %v", f.Accuracy())
	}
	f.Observe(.4)
	f.Observe(math.NaN())
	if math.Abs(f.Accuracy()-.8) > 1e-12 || math.Abs(f.Expected-.5) > 1e-12 {
		t.Errorf("after an error of .2: %+v", f)
	}
	f.Observe(.5)
	if math.Abs(f.Accuracy()-.9) > 1e-12 || f.Seen != 3 {
		t.Errorf("the mean of .8 and 1 is %v", f.Accuracy())
	}
	for i := range 1000 {
		f.Observe(.98 * float64(i%2))
	}
	if a := f.Accuracy(); a < .3 || a > .6 {
		t.Errorf("what cannot be predicted: %v", a)
	}
}
