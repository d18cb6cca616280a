package cuda_test

import (
	"testing"

	. "asterism/kernels/cuda"
)

// TestGEMMRefuses: what a kernel would read or copy at an address, or in a number, that a GPU faults on. The first case is none of these.
func TestGEMMRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		f                    Activation
		a, w, residual       Pointer
		rows, columns, depth int
		fine                 bool
	}{
		"none":                    {Plain, 16, 16, 0, 1, 64, 64, true},
		"depth":                   {Plain, 16, 16, 0, 1, 64, 44, false},
		"no depth":                {Plain, 16, 16, 0, 1, 64, 0, false},
		"no rows":                 {Plain, 16, 16, 0, 0, 64, 64, false},
		"no columns":              {Plain, 16, 16, 0, 1, 0, 64, false},
		"odd columns":             {Plain, 16, 16, 0, 1, 63, 64, false},
		"residual of a gated one": {SwiGLU, 16, 16, 16, 1, 64, 64, false},
		"rows that lie crooked":   {Plain, 24, 16, 0, 1, 64, 64, false},
		"weights that do":         {Plain, 16, 24, 0, 1, 64, 64, false},
	} {
		if _, err := GEMM(c.f, 16, c.a, c.w, 0, c.residual, c.rows, c.columns, c.depth); (err == nil) != c.fine {
			t.Errorf("gemm, %s: %v", name, err)
		}
		if _, err := GEMMFew(c.f, 16, c.a, c.w, 0, c.residual, c.rows, c.columns, c.depth); (err == nil) != c.fine {
			t.Errorf("gemm_few, %s: %v", name, err)
		}
	}
	if _, err := WeightTiles(16, 24, 64, 64); err == nil {
		t.Error("tiles of weights that lie crooked: no error")
	}
}
