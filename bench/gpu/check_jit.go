package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"asterism/bench/report"
	cudabackend "asterism/engine/backend/cuda"
	"asterism/kernels/cuda"
)

// The compilers' words for what is right and slow, or slow to come: accumulators that were moved between products so that these wait for one another, and registers in memory.
const (
	serialised = "serialized"
	spills     = "spill stores"
	noSpills   = "0 bytes spill stores"
)

// cacheVariable keeps the driver from using cached programs, for which its compiler reports nothing.
const cacheVariable = "CUDA_CACHE_DISABLE"

// checkJIT has the driver's compiler, the newest that there is for this driver, translate every program, and counts what it warns of. Products on wgmma that it makes one wait for
// the other are a failure: they are right and lose most of their speed.
func checkJIT(ctx context.Context, e *env) (rows []report.Row, err error) {
	if err := os.Setenv(cacheVariable, "1"); err != nil {
		return nil, err
	}
	m, err := openGPU(e)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	programs, info := cuda.PTX(), m.Device().Info()
	took, slow, spilled := 0.0, 0.0, 0.0
	var failed []error
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		if ctx.Err() != nil {
			break
		}
		if strings.Contains(programs[name], ".target sm_90a") && !cuda.CanWGMMA(info) {
			say("jit: %s: not for compute capability %d.%d", name, info.Major, info.Minor)
			continue
		}
		start := time.Now()
		told, err := cudabackend.Compile(programs[name])
		seconds := time.Since(start).Seconds()
		took += seconds
		if err != nil {
			failed = append(failed, fmt.Errorf("compile %s: %w", name, err))
			continue
		}
		found := warnings(told)
		say("jit: %s: %.1f s, %d warnings of %d lines told", name, seconds, len(found.slow)+len(found.spilled), found.lines)
		for _, w := range found.spilled {
			say("jit: %s: %s", name, w)
		}
		for _, w := range found.slow {
			failed = append(failed, fmt.Errorf("%s: %s", name, w))
		}
		slow, spilled = slow+float64(len(found.slow)), spilled+float64(len(found.spilled))
	}
	rows = []report.Row{report.Lower("jit.compile_s", "s", report.NoGoal, took), report.Lower("jit.wgmma_serialised", "warnings", 0, slow), report.Lower("jit.spilling_kernels", "kernels", report.NoGoal, spilled)}
	return rows, errors.Join(append(failed, ctx.Err())...)
}

// told is what a compiler's messages contain.
type told struct {
	slow, spilled []string
	lines         int
}

// warnings finds the important lines of the compiler's messages.
func warnings(said string) (t told) {
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		t.lines++
		switch {
		case strings.Contains(line, "wgmma") && strings.Contains(line, serialised):
			t.slow = append(t.slow, line)
		case strings.Contains(line, spills) && !strings.Contains(line, ", "+noSpills):
			t.spilled = append(t.spilled, line)
		}
	}
	return t
}
