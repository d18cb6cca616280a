package cuda_test

import (
	"testing"

	. "asterism/kernels/cuda"
)

func TestCopyRefuses(t *testing.T) {
	for _, n := range []int{0, -16, 24, 1 << 36} {
		if _, err := Copy(1, 1, n); err == nil {
			t.Errorf("%d bytes: no error", n)
		}
	}
}
