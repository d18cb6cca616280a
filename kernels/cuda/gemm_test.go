package cuda_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
)

func TestGEMM(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		f                    Activation
		rows, columns, depth int
		bias, residual       bool
	}{
		{Plain, 1, 2, 32, false, false},
		{Plain, 31, 128, 64, true, true},
		{Plain, 129, 130, 96, true, false},
		{GELU, 33, 256, 384, true, false},
		{GELUTanh, 32, 64, 128, true, true},
		{QuickGELU, 40, 64, 160, true, false},
		{SwiGLU, 65, 136, 64, false, false},
		{SwiGLU, 3, 128, 32, true, false},
	} {
		t.Run(fmt.Sprintf("%d×%d×%d%s", c.rows, c.columns, c.depth, c.f), func(t *testing.T) {
			e := startEmulator(t)
			a, w := draw(r, c.rows*c.depth, 1, 0), draw(r, c.columns*c.depth, 1/math.Sqrt(float64(c.depth)), 0)
			n := c.rows * c.columns
			var bias []float32
			var residual []float64
			var biasAt, residualAt Pointer
			if c.bias {
				bias = drawFloats(r, c.columns, 0.5, 0)
				biasAt = e.floats(bias)
			}
			if c.residual {
				v := draw(r, n, 1, 0)
				residual, residualAt = widened(v), e.bf16s(v)
			}
			if c.f == SwiGLU {
				n /= 2
			}
			out := e.poison(2 * n)
			l, err := GEMM(c.f, out, e.bf16s(a), e.bf16s(w), biasAt, residualAt, c.rows, c.columns, c.depth)
			if err != nil {
				t.Fatal(err)
			}
			e.run(l)
			want := ReferenceGEMM(c.f, widened(a), widened(w), bias, residual, c.rows, c.columns, c.depth)
			if got := relativeError(e.readBF16s(out), want); !(got < halfUnit) {
				t.Errorf("off by %g, want below %g", got, halfUnit)
			}
		})
	}
}

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

func TestGEMMTerms(t *testing.T) {
	e, r := startEmulator(t), rand.New(rand.NewPCG(11, 12))
	const terms, depth = 150, 64
	lengths := []int{1, 7, 90, 33, 2}
	var texts []int32
	for i, n := range lengths {
		for range n {
			texts = append(texts, int32(i))
		}
	}
	rows := len(texts)
	a, w, bias := draw(r, rows*depth, 1, 0), draw(r, terms*depth, 0.1, 0), drawFloats(r, terms, 0.5, -0.5)
	out := e.floats(make([]float32, len(lengths)*terms))
	l, err := GEMMTerms(out, e.bf16s(a), e.bf16s(w), e.floats(bias), e.ints(texts), rows, terms, depth)
	if err != nil {
		t.Fatal(err)
	}
	e.run(l)
	want, zeros := make([]float64, len(lengths)*terms), 0
	for i, x := range ReferenceGEMM(Plain, widened(a), widened(w), bias, nil, rows, terms, depth) {
		at := int(texts[i/terms])*terms + i%terms
		want[at] = max(want[at], math.Log1p(max(x, 0)))
	}
	for _, v := range want {
		if v == 0 {
			zeros++
		}
	}
	if got := relativeError(e.readFloats(out), want); !(got < 1e-5) || zeros == 0 || zeros == len(want) {
		t.Errorf("off by %g, want below 1e-5; %d of %d are zero", got, zeros, len(want))
	}
}
