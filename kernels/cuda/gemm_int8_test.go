package cuda_test

import (
	"bytes"
	"math"
	"testing"

	. "asterism/kernels/cuda"
)

func TestInt8Refuses(t *testing.T) {
	rows := Int8Rows{Data: 256, Scales: 256}
	for name, c := range map[string]func() (Launch, error){
		"a depth within 16 bytes": func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 24) },
		"no depth":                func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 0) },
		"sums beyond int32":       func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 133_152) },
		"odd columns":             func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 63, 64) },
		"a residual of a gated one": func() (Launch, error) {
			return GEMMInt8(SwiGLU, 256, rows, rows, 0, 256, 1, 64, 64)
		},
		"rows that begin anywhere": func() (Launch, error) {
			return GEMMInt8(Plain, 256, Int8Rows{Data: 264, Scales: 256}, rows, 0, 0, 1, 64, 64)
		},
		"more columns than a grid has": func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 2_097_154, 64) },
		"a width within 16 bytes":      func() (Launch, error) { return Quantise(256, 256, 256, 1, 24) },
		"rows too long":                func() (Launch, error) { return Quantise(256, 256, 256, 1, 16_400) },
		"normed rows too long":         func() (Launch, error) { return RMSNormQuantise(256, 256, 256, 256, 1, 2064, 1) },
		"numbers that begin anywhere":  func() (Launch, error) { return Quantise(256, 256, 258, 1, 64) },
	} {
		if l, err := c(); err == nil {
			t.Errorf("%s: no error, but %+v", name, l)
		}
	}
}

// TestQuantiseRow holds the rule of weights to its promises.
func TestQuantiseRow(t *testing.T) {
	out := make([]byte, 4)
	// 63.5 and 0.5 go to the even numbers; 129 is −127.
	if scale := QuantiseRow(out, []float32{-2, 1, 0.5, 2 / 254.0}); scale != 2.0/127 || !bytes.Equal(out, []byte{129, 64, 32, 0}) {
		t.Errorf("scale %g, bytes %v", scale, out)
	}
	if scale := QuantiseRow(out, make([]float32, 4)); !(scale > 0) || !bytes.Equal(out, make([]byte, 4)) {
		t.Errorf("zeros have the scale %g and the bytes %v", scale, out)
	}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(-1))} {
		if scale := QuantiseRow(out, []float32{1, bad, 1, 1}); scale <= math.MaxFloat32 {
			t.Errorf("a row with %g has the scale %g", bad, scale)
		}
	}
}
