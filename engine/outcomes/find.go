package outcomes

import (
	"fmt"
	"slices"

	"asterism/engine/store"
)

// HintOfAnswers says for which answers outcomes can be recorded, if a caller names
// another.
var HintOfAnswers = fmt.Sprintf("outcomes can be recorded of the newest %d answers since the server started; search again", maxAnswers)

// FindIDs returns at most n stored answers whose ids fit, the newest first.
func (a *Answers) FindIDs(n int, fits func(store.ID) bool) (out []store.ID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range slices.Backward(a.order) {
		if fits(id) && len(out) < n {
			out = append(out, id)
		}
	}
	return out
}
