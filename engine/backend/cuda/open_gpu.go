package cuda

import (
	"fmt"

	"asterism/kernels/cuda"
)

// OpenGPU opens the GPU of that number for callers that use kernels without models. The caller's goroutine must be locked to its thread, and all
// calls but those of the machine's streams come from it.
func OpenGPU(ordinal int) (cuda.Machine, error) { return openDriver(ordinal) }

// Share returns a stream of the backend's GPU for callers that use kernels next to the models: memory and compiled kernels are shared, and the work of both runs at the same time. The caller's
// goroutine must be locked to its thread, and the stream, with all that were made of it, must be closed before the backend is.
func (b *Backend) Share() (cuda.Machine, error) {
	if err := b.lost.cause(); err != nil {
		return nil, err
	}
	return b.root.Device().Stream(false)
}

// earlyVariable lets the kernels of questions begin while the previous one still runs ([cuda.Dependent]): 1 is on. A question is some hundred short kernels in a row, and
// between two of them the GPU is idle for a microsecond or two. It is off until it has been measured.
const earlyVariable = "ASTERISM_GPU_DEPENDENT"

// earlyDriver is the first version of the driver that captures such launches in a graph, 12.3.
const earlyDriver = 12030

// earlyBy reads the variable. An option that is not available is an error: otherwise the caller would measure something else.
func earlyBy(value, gpu string, info cuda.Info, driver int) (bool, error) {
	switch {
	case value == "" || value == "0":
		return false, nil
	case value != "1":
		return false, fmt.Errorf("$%s is %q: want 1 or 0", earlyVariable, value)
	case info.Major < 9:
		return false, fmt.Errorf("$%s is 1, which a GPU of compute capability 9.0 has and %s, %d.%d, has not: take it out of the environment", earlyVariable, gpu, info.Major, info.Minor)
	case driver < earlyDriver:
		return false, fmt.Errorf("$%s is 1, which a driver for CUDA 12.3 can and this one, for %d.%d, cannot: take it out of the environment, or renew the driver",
			earlyVariable, driver/1000, driver%1000/10)
	}
	return true, nil
}
