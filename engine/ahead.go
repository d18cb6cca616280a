package engine

import "asterism/engine/device"

// ingestCalls is how many calls of RememberAll keep a processor at work: while one is embedded, others are tokenised and written.
const ingestCalls = 4

// Ahead is how many calls of RememberAll, of a hundred notes each or so, are worth having in flight. The lanes of a card take four such calls at a time, which then end
// together; were there no others by then, the card would have nothing to do while all of them are written down. Two more keep it at work so long; with still more, a
// memory that comes alone would only wait longer behind them.
func (e *Engine) Ahead() int { return e.inFlight(ingestCalls) }

// inFlight is how many pieces of work there should be at once where a processor is kept at work by n: on a card half as many again.
func (m *modelSet) inFlight(n int) int {
	if m.plan.Runner == device.Kernels {
		return n + n/2
	}
	return n
}
