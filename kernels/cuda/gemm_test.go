package cuda_test

import (
	"testing"

	. "asterism/kernels/cuda"
)

func TestGEMMRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		f              Activation
		residual       Pointer
		columns, depth int
	}{"depth": {Plain, 0, 64, 48}, "odd columns": {Plain, 0, 63, 64}, "residual of a gated one": {SwiGLU, 1, 64, 64}} {
		if _, err := GEMM(c.f, 1, 1, 1, 0, c.residual, 1, c.columns, c.depth); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
