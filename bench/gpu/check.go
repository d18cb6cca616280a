package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"asterism/bench/report"
	cudabackend "asterism/engine/backend/cuda"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// checkParts are every kernel, the messages of the driver's compiler for all, the kernels under compute-sanitizer where that is installed, and every model.
func checkParts(o *options) (out []part) {
	for _, c := range check.All() {
		out = append(out, part{name: "kernel." + c.Name, limit: 4 * time.Minute, run: func(ctx context.Context, e *env) ([]report.Row, error) {
			return checkKernels(ctx, e, e.small, c)
		}})
	}
	out = append(out, part{name: "jit", limit: 2 * time.Minute, run: checkJIT})
	return append(append(out, sanitizerParts(o)...), modelParts(modelCheck)...)
}

// sanitizerTools find bad accesses, races in shared memory, reads of what nobody wrote, and barriers that not all reach.
var sanitizerTools = []string{"memcheck", "racecheck", "initcheck", "synccheck"}

// sanitizerParts run the small shapes of all kernels under each tool of compute-sanitizer.
func sanitizerParts(o *options) (out []part) {
	program := findTool(sanitizerTool)
	if program == "" || o.machine == emulation {
		return nil
	}
	for _, tool := range sanitizerTools {
		out = append(out, part{name: "sanitizer." + tool, limit: 8 * time.Minute, under: []string{program, "--tool", tool, "--error-exitcode", "9"},
			run: func(ctx context.Context, e *env) ([]report.Row, error) {
				rows, err := checkKernels(ctx, e, true, check.All()...)
				for i := range rows {
					rows[i].Name = tool + "." + rows[i].Name
				}
				return rows, err
			}})
	}
	return out
}

// openGPU opens the GPU for kernels; the caller's goroutine keeps its thread.
func openGPU(e *env) (cuda.Machine, error) {
	n, err := e.ordinal()
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	return cudabackend.OpenGPU(n)
}

// checkKernels runs checks at every shape, or the small ones alone. It goes on after a failure until the GPU is lost.
func checkKernels(ctx context.Context, e *env, small bool, checks ...check.Check) (rows []report.Row, err error) {
	m, err := openGPU(e)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	var failed []error
	for _, c := range checks {
		if !c.Fits(m.Device().Info()) {
			say("%s: not for compute capability %d.%d", c.Name, m.Device().Info().Major, m.Device().Info().Minor)
			continue
		}
		row, errs := checkKernel(ctx, m, &c, small, e.seed)
		rows, failed = append(rows, row...), append(failed, errs...)
		if lost := errors.Join(errs...); errors.Is(lost, cuda.ErrLost) || ctx.Err() != nil {
			break
		}
	}
	return rows, errors.Join(append(failed, ctx.Err())...)
}

// checkKernel returns a row with the worst error as a share of what is allowed.
func checkKernel(ctx context.Context, m cuda.Machine, c *check.Check, small bool, seed uint64) (rows []report.Row, failed []error) {
	var shares []float64
	for _, s := range c.Shapes {
		if small && !s.Small || ctx.Err() != nil {
			continue
		}
		start := time.Now()
		f, err := c.On(m, s, seed)
		switch {
		case err != nil:
			failed = append(failed, err)
		case !f.OK():
			failed = append(failed, fmt.Errorf("%s at %v: off by %.3g, want at most %.3g", c.Name, s, f.Error, f.Limit))
		}
		say("%s at %v: off by %.3g of %.3g, %v", c.Name, s, f.Error, f.Limit, time.Since(start).Round(time.Millisecond))
		if errors.Is(err, cuda.ErrLost) {
			break
		}
		if share := f.Error / f.Limit; err == nil && share == share {
			shares = append(shares, share)
		}
	}
	if len(shares) == 0 {
		return nil, failed
	}
	return []report.Row{worst(report.Lower("check."+c.Name+".error_of_limit", "of limit", 1, shares...), shares)}, failed
}
