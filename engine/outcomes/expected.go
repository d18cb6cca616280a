package outcomes

import (
	"math"
	"slices"
	"sync"

	"asterism/engine/metautl"
	"asterism/models"
)

// expectedWindow is over how many memories the mean runs that is expected to come again; the newest weighs 1/10 after the first ten.
const expectedWindow = 10

// MaxSessions is how many sessions are kept in mind; beyond, the one longest silent is let go.
const MaxSessions = 64

// Key names a session of a namespace.
type Key struct{ Namespace, Session string }

// Expectations are what each session's next memory is expected to surprise with, a space. They live as long as the process, like what sessions
// have been about. The zero value is ready.
type Expectations struct {
	mu    sync.Mutex
	of    map[Key]*expectation
	order []Key // longest silent first
}

type expectation struct {
	mean [models.Count]float64
	seen [models.Count]int
}

// Compare returns what was expected of a memory beside its surprises (NaN: the space is absent), and learns from them. A space that the session
// meets for the first time has no expectation.
func (x *Expectations) Compare(key Key, surprise [models.Count]float64) (out []metautl.Prediction) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.session(key)
	for _, s := range Foreseen.Spaces() {
		actual := surprise[s]
		if math.IsNaN(actual) {
			continue
		}
		if e.seen[s] > 0 {
			out = append(out, metautl.Prediction{Space: s, Predicted: e.mean[s], Actual: actual})
		}
		e.seen[s]++
		e.mean[s] += (actual - e.mean[s]) / float64(min(e.seen[s], expectedWindow))
	}
	return out
}

// session returns a session's expectation; beyond [MaxSessions] the one longest silent is let go.
func (x *Expectations) session(key Key) *expectation {
	if x.of == nil {
		x.of = map[Key]*expectation{}
	}
	if i := slices.Index(x.order, key); i >= 0 {
		x.order = slices.Delete(x.order, i, i+1)
	} else {
		if len(x.order) == MaxSessions {
			delete(x.of, x.order[0])
			x.order = x.order[1:]
		}
		x.of[key] = &expectation{}
	}
	x.order = append(x.order, key)
	return x.of[key]
}
