package outcomes

import (
	"time"

	"asterism/engine/store"
)

// Estimates of a found memory's usefulness from later calls. Such signals are weak: they train only the weights of search and not λ, and an
// outcome recorded for the same hit replaces them, whether it comes before or after.
const (
	Fetched    = .5 // read whole: the snippet looked useful
	Reinjected = 1. // stored again: somebody needed it
	Forgotten  = 0. // should not have been found
)

// SignalWindow is how long after a search a call counts as a signal about its hits.
const SignalWindow = 10 * time.Minute

// Hint records a signal about a memory, in the newest answer that contains it. It is written with the next recorded memory or outcome,
// since a read must not wait for the disk; if the process is killed before that, it is lost.
func (a *Answers) Hint(memory store.ID, useful float64, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := len(a.order) - 1; i >= 0; i-- {
		k := a.of[a.order[i]]
		if now.Sub(k.at) > SignalWindow {
			return
		}
		h := k.of[memory]
		if h == nil {
			continue
		}
		if k.auto && !h.recorded && !(h.useful == Forgotten && useful == Fetched) { // forget_memory returns the memory that it hides
			k.news = k.news || h.useful != useful
			h.useful = useful
		}
		return
	}
}
