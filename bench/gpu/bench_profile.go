package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda/check"
)

// profiled are the kernels that the phase profile looks into: the products and attentions, in which nearly all the time of a model goes, the scan of a search, and one that is bound
// by memory.
var profiled = []string{"gemm_wgmma_pair", "gemm_wgmma_256", "gemm_wgmma_128_gelu", "gemm_wgmma_256_swiglu", "gemm_gelu", "gemm_int8", "gemm_wgmma_int8_pair", "attention_64", "attention_wgmma_64", "attention_128", "layer_norm", "scan_codes"}

// profilerSections are sets of figures of ncu's, which have the same names for every GPU that it knows; names of single figures differ.
var profilerSections = []string{"SpeedOfLight", "ComputeWorkloadAnalysis", "MemoryWorkloadAnalysis", "MemoryWorkloadAnalysis_Tables", "WarpStateStats", "SchedulerStats", "LaunchStats", "Occupancy"}

// profilerArgs are the arguments of ncu before the program that it watches: it profiles the first launch of a kernel, whose name in the program may end in a width. The clocks are left as
// they are, as they are for every other figure.
func profilerArgs(kernel, log string) []string {
	args := []string{"--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--target-processes", "all", "--force-overwrite", "--log-file", log,
		"--kernel-name", "regex:^" + kernel + "(_[0-9]+|_any)?$", "--launch-count", "1"}
	for _, s := range profilerSections {
		args = append(args, "--section", s)
	}
	return args
}

// profileParts are one a kernel, under ncu where that is installed.
func profileParts(o *options) (out []part) {
	program := findTool(profilerTool)
	if program == "" || o.machine == emulation {
		return nil
	}
	for _, name := range profiled {
		c, ok := checkNamed(name)
		if !ok {
			continue
		}
		out = append(out, part{name: "profile." + name, limit: 2 * time.Minute, under: []string{program}, watch: func(log string) []string { return profilerArgs(name, log) }, run: func(ctx context.Context, e *env) ([]report.Row, error) {
			return nil, launchOnce(e, c)
		}, after: func(log string) ([]report.Row, error) { return readProfile(name, log) }})
	}
	return out
}

// launchOnce launches a kernel at the shape with the most work, and does not compare: under the profiler each launch is repeated many times.
func launchOnce(e *env, c *check.Check) error {
	m, err := openGPU(e)
	if err != nil {
		return err
	}
	defer m.Close()
	if !c.Fits(m.Device().Info()) {
		return fmt.Errorf("%s is not for compute capability %d.%d", c.Name, m.Device().Info().Major, m.Device().Info().Minor)
	}
	s := timedShape(e, c)
	b := c.Bench(m, s, e.seed)
	_, _, err = c.Run(b, s)
	if closed := b.Close(); err == nil {
		err = closed
	}
	return err
}

// readProfile makes rows of what ncu has written of a kernel's launches.
func readProfile(name, log string) ([]report.Row, error) {
	f, err := os.Open(log)
	if err != nil {
		return nil, fmt.Errorf("the profiler wrote nothing: %w", err)
	}
	defer f.Close()
	launches, err := parseProfile(f)
	if err != nil {
		return nil, fmt.Errorf("read what the profiler wrote: %w", err)
	}
	if len(launches) != 1 {
		return nil, fmt.Errorf("the profiler saw %d launches of %s, want 1", len(launches), name)
	}
	var rows []report.Row
	for _, v := range launches[0].values {
		rows = append(rows, report.Lower("profile."+name+"."+v.name, v.unit, report.NoGoal, v.value))
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("of %s the profiler tells none of %s", name, strings.Join(profileFigures, ", "))
	}
	return rows, nil
}
