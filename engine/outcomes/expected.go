package outcomes

import (
	"math"
	"slices"
	"sync"

	"asterism/engine/metautl"
	"asterism/models"
)

// expectedWindow is the number of memories in the running mean that is the prediction; the newest weighs 1/10 after the first ten.
const expectedWindow = 10

// MaxSessions is how many sessions are kept in memory; beyond that, the one inactive for longest is dropped.
const MaxSessions = 64

// Key identifies a session of a namespace.
type Key struct{ Namespace, Session string }

// Expectations predict the surprise of each session's next memory, per space. They live as long as the process, like the sessions' running
// contexts. The zero value is ready.
type Expectations struct {
	mu    sync.Mutex
	of    map[Key]*expectation
	order []Key // longest inactive first
}

type expectation struct {
	mean [models.Count]float64
	seen [models.Count]int
}

// Compare returns the predictions for a memory together with its measured surprises (NaN: the space is absent), and learns from these. A space
// that is new in the session has no prediction.
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

// session returns a session's expectation; beyond [MaxSessions] the one inactive for longest is dropped.
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
