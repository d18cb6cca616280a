package cuda_test

import (
	"math"
	"testing"

	. "asterism/kernels/cuda"
)

// TestRowKernelsRefuse: sizes that the small kernels over rows cannot do are errors before a launch.
func TestRowKernelsRefuse(t *testing.T) {
	for name, describe := range map[string]func() (Launch, error){
		"gather of odd rows":         func() (Launch, error) { return Gather(1, 1, 0, 1, 0, 3, 7) },
		"gather of nothing":          func() (Launch, error) { return Gather(1, 1, 0, 1, 0, 0, 8) },
		"gather beyond an int":       func() (Launch, error) { return Gather(1, 1, 0, 1, 0, 1<<21, 4096) },
		"clear beyond an int":        func() (Launch, error) { return Clear(1, math.MaxInt32/30522+1, 30522) },
		"narrow of odd rows":         func() (Launch, error) { return Narrow(1, 1, 3, 7) },
		"unit of odd rows":           func() (Launch, error) { return Unit(1, 1, 3, 7) },
		"unit of nothing":            func() (Launch, error) { return Unit(1, 1, 3, 0) },
		"squares that do not fit":    func() (Launch, error) { return Patches(1, 1, 1, 30, 14) },
		"squares larger than images": func() (Launch, error) { return Patches(1, 1, 1, 8, 14) },
		"no images":                  func() (Launch, error) { return Patches(1, 1, 0, 28, 14) },
		"no terms":                   func() (Launch, error) { return Pick(1, 1, 1, 100, 0) },
		"no vocabulary":              func() (Launch, error) { return Pick(1, 1, 1, 0, 5) },
		"a norm of odd rows":         func() (Launch, error) { return LayerNorm(1, 1, 0, 1, 1, 3, 7, 1) },
		"a norm of nothing":          func() (Launch, error) { return RMSNorm(1, 0, 1, 0, 1, 0, 384, 1) },
		"pooling long rows":          func() (Launch, error) { return Pool(1, 1, 1, 3, 2050) },
		"pooling no texts":           func() (Launch, error) { return Pool(1, 1, 1, 0, 384) },
		"turning odd heads":          func() (Launch, error) { return Rotary(1, 1, 1, 1, 3, 66, 1, 66) },
		"turning beyond a row":       func() (Launch, error) { return Rotary(1, 1, 1, 1, 3, 64, 2, 64) },
		"turning beyond an int":      func() (Launch, error) { return Rotary(1, 1, 1, 1, 1<<26, 2048, 14, 128) },
		"no texts":                   func() (Launch, error) { return Pick(1, 1, 0, 100, 5) },
	} {
		if _, err := describe(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Clear(1, math.MaxInt32/30522, 30522); err != nil {
		t.Errorf("the most that an int counts: %v", err)
	}
}
