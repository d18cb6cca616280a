package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"asterism/bench/report"
	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/backend/cuda/blaslib"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// blasSample is how many rows of the library's product are compared, over all columns.
const blasSample = 4

// measureBLAS times the same product by NVIDIA's cuBLASLt, where it is installed: what our kernels are measured against. Its numbers are looked at first.
func measureBLAS(ctx context.Context, e *env, m cuda.Machine, s check.Shape) (rates []float64, err error) {
	blas, err := cudabackend.OpenBLAS(m)
	if errors.Is(err, cudabackend.ErrNoBLAS) {
		say("cuBLASLt is in none of %s: our own products alone tell the GPU's rate; %s names it", strings.Join(blaslib.Here(), ", "), blaslib.Variable)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, blas.Close()) }()
	say("%s found: %s", blas.Name(), blas.Path())
	b := check.NewBench(m, e.seed)
	defer func() { err = errors.Join(err, b.Close()) }()
	x, w := b.DrawBF16s(s.Rows*s.Depth, 1, 0), b.DrawBF16s(s.Columns*s.Depth, 1/math.Sqrt(float64(s.Depth)), 0)
	xAt, wAt, out := b.BF16s(x), b.BF16s(w), b.Poison(2*s.Rows*s.Columns)
	again := func(n int) error {
		return errors.Join(repeat(n, func() error { return blas.Multiply(out, xAt, wAt, s.Rows, s.Columns, s.Depth) }), m.Wait())
	}
	if err := again(1); err != nil {
		return nil, err
	}
	if off := blasError(b, out, x, w, s); !(off <= check.OneRounding) {
		return nil, fmt.Errorf("%s at %v: off by %.3g, want at most %.3g", blas.Name(), s, off, check.OneRounding)
	}
	seconds, err := timeAgain(ctx, e, again)
	if err != nil {
		return nil, err
	}
	say("%s at %v: %.1f µs", blas.Name(), s, report.Median(seconds)*1e6)
	return over(2*float64(s.Rows)*float64(s.Columns)*float64(s.Depth)/1e12, seconds), nil
}

func blasError(b *check.Bench, out cuda.Pointer, x, w []cuda.BF16, s check.Shape) float64 {
	all := b.ReadBF16s(out)
	if all == nil {
		return math.NaN()
	}
	wide := func(v []cuda.BF16) []float64 {
		f := make([]float64, len(v))
		for i := range v {
			f[i] = float64(v[i].Float())
		}
		return f
	}
	weights := wide(w)
	var got, want []float64
	for _, row := range b.Sample(s.Rows, blasSample) {
		got = append(got, all[row*s.Columns:(row+1)*s.Columns]...)
		want = append(want, check.ReferenceGEMM(cuda.Plain, wide(x[row*s.Depth:(row+1)*s.Depth]), weights, nil, nil, 1, s.Columns, s.Depth)...)
	}
	return check.Error(got, want, s.Columns)
}
