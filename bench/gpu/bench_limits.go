package main

import (
	"context"
	"errors"
	"fmt"

	"asterism/bench/report"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// denseSide is the side of the square matrices that measure a GPU's rate; the emulation has smaller ones.
const denseSide, denseSideSmall = 8192, 128

// denseProducts are the checks of plain products in bf16: the fastest is the GPU's rate.
var denseProducts = []string{"gemm", "gemm_wgmma_128", "gemm_wgmma_256", "gemm_wgmma_pair"}

// measureLimits finds the rate of dense matrix products and of copies within the GPU's memory, and to and from it.
func measureLimits(ctx context.Context, e *env) (rows []report.Row, err error) {
	m, err := openGPU(e)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	products, best, failed := measureProducts(ctx, e, m)
	rows = append(rows, products...)
	if best != nil {
		rows = append(rows, report.Higher(matmulRow, "TFLOP/s", report.NoGoal, best...))
	}
	for _, measure := range []func(context.Context, *env, cuda.Machine) ([]report.Row, error){measureCopy, measureHost} {
		r, err := measure(ctx, e, m)
		rows, failed = append(rows, r...), append(failed, err)
	}
	return rows, errors.Join(failed...)
}

// measureProducts returns a row for each product at the square shape and the figures of the fastest.
func measureProducts(ctx context.Context, e *env, m cuda.Machine) (rows []report.Row, best []float64, failed []error) {
	side := denseSide
	if e.machine == emulation {
		side = denseSideSmall
	}
	s := check.Shape{Rows: side, Columns: side, Depth: side}
	for _, name := range denseProducts {
		c, ok := checkNamed(name)
		if !ok || !c.Fits(m.Device().Info()) {
			continue
		}
		seconds, err := timeKernel(ctx, e, m, c, s)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		rates := over(c.Work(s).FLOPs/1e12, seconds)
		rows = append(rows, report.Higher(fmt.Sprintf("gpu_matmul.%s_tflops", name), "TFLOP/s", report.NoGoal, rates...))
		if best == nil || report.Median(rates) > report.Median(best) {
			best = rates
		}
	}
	rates, err := measureBLAS(ctx, e, m, s)
	if err != nil {
		return rows, best, append(failed, err)
	}
	if rates == nil {
		return rows, best, failed
	}
	if best == nil || report.Median(rates) > report.Median(best) {
		best = rates
	}
	return append(rows, report.Higher("gpu_matmul.cublaslt_tflops", "TFLOP/s", report.NoGoal, rates...)), best, failed
}

func checkNamed(name string) (*check.Check, bool) {
	for _, c := range check.All() {
		if c.Name == name {
			return &c, true
		}
	}
	return nil, false
}

// measureCopy counts the bytes read and the bytes written.
func measureCopy(ctx context.Context, e *env, m cuda.Machine) ([]report.Row, error) {
	c, ok := checkNamed("copy")
	if !ok {
		return nil, errors.New("there is no check of the copy")
	}
	s := timedShape(e, c)
	seconds, err := timeKernel(ctx, e, m, c, s)
	if err != nil {
		return nil, err
	}
	return []report.Row{report.Higher(copyRow, "GB/s", report.NoGoal, over(c.Work(s).Bytes/1e9, seconds)...)}, nil
}

// hostBytes is what goes to the GPU and back at once, from pinned memory.
const hostBytes, hostBytesSmall = 256 << 20, 1 << 16

func measureHost(ctx context.Context, e *env, m cuda.Machine) (rows []report.Row, err error) {
	n := hostBytes
	if e.machine == emulation {
		n = hostBytesSmall
	}
	data, err := m.Pin(n)
	if err != nil {
		return nil, fmt.Errorf("pin %d bytes: %w", n, err)
	}
	defer func() { err = errors.Join(err, m.Unpin(data)) }()
	at, err := m.Alloc(n)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Free(at)) }()
	for _, way := range []struct {
		name string
		move func() error
	}{
		{"gpu_upload_gb_per_s", func() error { return errors.Join(m.Upload(at, data), m.Wait()) }},
		{"gpu_download_gb_per_s", func() error { return m.Download(data, at) }},
	} {
		seconds, err := timeAgain(ctx, e, func(times int) error { return repeat(times, way.move) })
		if err != nil {
			return nil, err
		}
		rows = append(rows, report.Higher(way.name, "GB/s", report.NoGoal, over(float64(n)/1e9, seconds)...))
	}
	return rows, nil
}

func repeat(times int, do func() error) error {
	for range times {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// timedShape is the one with the most work of a check's, or of its small ones.
func timedShape(e *env, c *check.Check) (most check.Shape) {
	var done check.Work
	for _, s := range c.Shapes {
		w := c.Work(s)
		if (!e.small || s.Small) && (most.Columns == 0 || w.FLOPs+w.ByteOps > done.FLOPs+done.ByteOps || w.FLOPs+w.ByteOps == done.FLOPs+done.ByteOps && w.Bytes > done.Bytes) {
			most, done = s, w
		}
	}
	return most
}
