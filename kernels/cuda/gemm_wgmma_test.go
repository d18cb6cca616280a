package cuda_test

import (
	"testing"

	. "asterism/kernels/cuda"
)

// TestGEMMWGMMARefuses what the kernel cannot do.
func TestGEMMWGMMARefuses(t *testing.T) {
	for name, c := range map[string]struct {
		f                         Activation
		way                       WGMMAWay
		out, a, residual          Pointer
		rows, columns, depth, sms int
	}{
		"way":                 {Plain, WGMMAWay{"64", 64, 1}, 16, 16, 0, 1, 64, 64, 1},
		"columns":             {Plain, WGMMANarrow, 16, 16, 0, 1, 60, 64, 1},
		"columns of gates":    {SwiGLU, WGMMAPair, 16, 16, 0, 1, 72, 64, 1},
		"depth":               {Plain, WGMMANarrow, 16, 16, 0, 1, 64, 60, 1},
		"rows":                {Plain, WGMMANarrow, 16, 16, 0, 0, 64, 64, 1},
		"blocks":              {Plain, WGMMANarrow, 16, 16, 0, 1, 64, 64, 0},
		"residual of gates":   {SwiGLU, WGMMAPair, 16, 16, 16, 1, 64, 64, 1},
		"place of the result": {Plain, WGMMANarrow, 8, 16, 0, 1, 64, 64, 1},
		"place of the rows":   {Plain, WGMMANarrow, 16, 8, 0, 1, 64, 64, 1},
	} {
		if _, err := GEMMWGMMA(c.f, c.way, c.out, c.a, 16, 0, c.residual, c.rows, c.columns, c.depth, c.sms); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := WeightTiles(16, 16, 64, 60); err == nil {
		t.Error("tiles of a depth of 60: no error")
	}
}

// TestCanWGMMA: the code is for 9.0 alone; what is compiled for sm_90a runs on nothing else.
func TestCanWGMMA(t *testing.T) {
	for _, c := range []struct {
		i    Info
		want bool
	}{
		{Info{9, 0, 132, 227 << 10}, true}, {Info{9, 0, 132, 99 << 10}, false}, {Info{8, 9, 142, 99 << 10}, false}, {Info{10, 0, 148, 227 << 10}, false},
	} {
		if got := CanWGMMA(c.i); got != c.want {
			t.Errorf("%+v: %v, want %v", c.i, got, c.want)
		}
	}
}

// TestGEMMWGMMAPairs: a cluster's blocks come in twos, and there are at most as many as multiprocessors.
func TestGEMMWGMMAPairs(t *testing.T) {
	for _, c := range []struct{ rows, columns, sms, blocks int }{{16384, 4096, 132, 132}, {16384, 4096, 123, 122}, {300, 256, 132, 4}, {1, 8, 132, 2}, {1, 8, 1, 2}} {
		l, err := GEMMWGMMA(GELU, WGMMAPair, 16, 16, 16, 0, 0, c.rows, c.columns, 64, c.sms)
		if err != nil || l.GridX != c.blocks || l.Args[8] != Arg(int32(c.blocks/2)) {
			t.Errorf("%+v: %d blocks, told of %v pairs, error %v", c, l.GridX, l.Args[8], err)
		}
	}
}
