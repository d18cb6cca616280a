package embedder

import "time"

// busier is a GPU that says how long it had work.
type busier interface {
	// Busy is how long the GPU had work since it was opened, and how long ago that is; both only grow.
	Busy() (busy, elapsed time.Duration)
}

// GPUBusy is how long the GPU that the program's kernels run on had work since it was opened, and how long ago that is. ok is false where there is no
// such GPU, or where it does not say.
func (m *Embedder) GPUBusy() (busy, elapsed time.Duration, ok bool) {
	c, ok := m.gpu.(busier)
	if !ok {
		return 0, 0, false
	}
	busy, elapsed = c.Busy()
	return busy, elapsed, true
}
