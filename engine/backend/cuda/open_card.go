package cuda

import "asterism/kernels/cuda"

// OpenCard opens the card of that number for who works with kernels and not with models. The caller's goroutine must be locked to its thread, and all
// calls but those of the machine's streams come from it.
func OpenCard(ordinal int) (cuda.Machine, error) { return openDriver(ordinal) }
