package engine

import "time"

// busier is a card that says how long it had work.
type busier interface {
	// Busy is how long the card had work since it was opened, and how long ago that is; both only grow.
	Busy() (busy, elapsed time.Duration)
}

// CardBusy is how long the card that the program's kernels run on had work since it was opened, and how long ago that is: the share of any stretch of time is the difference of
// two readings' busy over that of their elapsed. ok is false where there is no such card.
func (e *Engine) CardBusy() (busy, elapsed time.Duration, ok bool) { return e.cardBusy() }

func (m *modelSet) cardBusy() (busy, elapsed time.Duration, ok bool) {
	c, ok := m.card.(busier)
	if !ok {
		return 0, 0, false
	}
	busy, elapsed = c.Busy()
	return busy, elapsed, true
}
