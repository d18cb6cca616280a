package embedder

import "time"

// busier is a GPU that reports how long it was busy.
type busier interface {
	// Busy returns how long the GPU was busy since it was opened, and how long ago it was opened; both only grow.
	Busy() (busy, elapsed time.Duration)
}

// GPUBusy returns how long the GPU of the program's kernels was busy since it was opened, and how long ago it was opened. ok is false if there is no
// such GPU, or it does not report this.
func (m *Embedder) GPUBusy() (busy, elapsed time.Duration, ok bool) {
	c, ok := m.gpu.(busier)
	if !ok {
		return 0, 0, false
	}
	busy, elapsed = c.Busy()
	return busy, elapsed, true
}
