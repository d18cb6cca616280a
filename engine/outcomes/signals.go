package outcomes

import (
	"time"

	"asterism/engine/store"
)

// What a memory that was found seems to be worth by what is then done with it. Such signals are weak: they teach the weights of search alone
// and not λ, and are given up for what record_outcome says about the same hit, before or after.
const (
	Fetched    = .5 // read whole: worth a look, as far as the snippet told
	Reinjected = 1. // written down once more: somebody needed it
	Forgotten  = 0. // should not have been found
)

// SignalWindow is how long after a search a signal is taken to come of it.
const SignalWindow = 10 * time.Minute

// Hint notes what a signal says about a memory, in the newest answer that has it. It is written down with the next memory or outcome that
// is recorded, since a read must not wait for the disk; a kill before that loses it.
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
		if k.auto && !h.told && !(h.useful == Forgotten && useful == Fetched) { // forget_memory shows what it hides
			k.news = k.news || h.useful != useful
			h.useful = useful
		}
		return
	}
}
