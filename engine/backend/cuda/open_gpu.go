package cuda

import "asterism/kernels/cuda"

// OpenGPU opens the GPU of that number for callers that use kernels without models. The caller's goroutine must be locked to its thread, and all
// calls but those of the machine's streams come from it.
func OpenGPU(ordinal int) (cuda.Machine, error) { return openDriver(ordinal) }

// Share returns a stream of the backend's GPU for callers that use kernels beside the models: memory and compiled kernels are shared, and the work of both runs at the same time. The caller's goroutine
// must be locked to its thread, and the stream, with all that were made of it, must be closed before the backend is.
func (b *Backend) Share() (cuda.Machine, error) {
	if err := b.lost.cause(); err != nil {
		return nil, err
	}
	return b.root.Device().Stream(false)
}
