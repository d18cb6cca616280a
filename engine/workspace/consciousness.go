package workspace

import (
	"math"
	"slices"
	"time"

	"asterism/models"
)

// The limits of the states, by C.
const (
	fragmentedFrom  = .3
	emergingFrom    = .5
	consciousFrom   = .8
	hypersyncBeyond = .95
)

// Differentiation is D in [0,1]: the entropy of a vector's positive part, taken as shares of its sum, over log(spaces present). It is
// 1 if all present spaces have the same value; 0 if only one is positive, or fewer than two are present.
func Differentiation(v Percentiles) float64 {
	sum, present := 0.0, 0
	for _, x := range v {
		if !math.IsNaN(x) {
			present++
			sum += max(x, 0)
		}
	}
	if present < 2 || sum == 0 {
		return 0
	}
	h := 0.0
	for _, x := range v {
		if x > 0 { // false for NaN
			h -= x / sum * math.Log(x/sum)
		}
	}
	return min(h/math.Log(float64(present)), 1)
}

// Level is C = I·R·D, 0 while the workspace is empty.
func (w *Workspace) Level() float64 {
	if len(w.members) == 0 {
		return 0
	}
	return w.order * w.r() * w.variety
}

// State returns the workspace's state: by C, but at most emerging after a contradiction, and dormant after ten minutes without activity.
func (w *Workspace) State(now time.Time) State {
	if len(w.members) == 0 || now.Sub(w.active) >= Idle {
		return Dormant
	}
	s := stateOf(w.Level())
	if w.contradicted && (s == Conscious || s == Hypersync) {
		return Emerging
	}
	return s
}

func stateOf(c float64) State {
	switch {
	case c > hypersyncBeyond:
		return Hypersync
	case c >= consciousFrom:
		return Conscious
	case c >= emergingFrom:
		return Emerging
	case c >= fragmentedFrom:
		return Fragmented
	}
	return Dormant
}

// Snapshot returns the workspace as it is at a time.
func (w *Workspace) Snapshot(now time.Time) Snapshot {
	s := Snapshot{Namespace: w.namespace, Session: w.session, State: w.State(now), C: math.NaN(), I: math.NaN(), R: w.r(), D: math.NaN(),
		Capacity: w.options.capacity(), Active: w.active, Seen: w.looks, Passed: w.passed}
	if len(w.members) > 0 {
		s.C, s.I, s.D = w.Level(), w.order, w.variety
	}
	for _, k := range slices.Backward(w.members) {
		s.Members = append(s.Members, k.public())
	}
	return s
}

// A memory contradicts the members if its percentile in E1 is at least this high, and the cosine of the purpose vectors is below this.
const (
	contradictionNear     = .9
	contradictionOpposite = -.5
)

// contradicts reports whether a memory says the opposite of the members: similar to them in meaning, and opposite in purpose. The
// neutral value ½, where unrelated texts are, is subtracted from the purpose vectors, so that their cosine can be negative.
func (w *Workspace) contradicts(t *Thought, j *Judgement) bool {
	if len(w.members) == 0 || t.neutral() || !(j.P[models.Semantic] >= contradictionNear) {
		return false
	}
	var ab, aa, bb float64
	for s, x := range t.Purpose {
		m, n := 0.0, 0
		for _, k := range w.members {
			if v := float64(k.purpose[s]); !k.neutral && !math.IsNaN(v) {
				m += v - .5
				n++
			}
		}
		if a := float64(x) - .5; n > 0 && !math.IsNaN(a) && timeless.Has(models.Space(s)) {
			b := m / float64(n)
			ab, aa, bb = ab+a*b, aa+a*a, bb+b*b
		}
	}
	return aa > 0 && bb > 0 && ab/math.Sqrt(aa*bb) < contradictionOpposite
}
