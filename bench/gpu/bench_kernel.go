package main

import (
	"context"
	"fmt"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda/check"
)

// kernelGoals are shares of the limit that the issues demand of single kernels.
var kernelGoals = map[string]float64{"scan_codes": 0.8}

// benchKernel times a kernel at the shape with the most work. Its share of the limit is the least time that its work takes at the GPU's measured rates, over the time
// that it took: products against the rate of dense ones, copies against that of copies.
func benchKernel(ctx context.Context, e *env, c *check.Check) ([]report.Row, error) {
	m, err := openGPU(e)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	if !c.Fits(m.Device().Info()) {
		say("%s: not for compute capability %d.%d", c.Name, m.Device().Info().Major, m.Device().Info().Minor)
		return nil, nil
	}
	s := timedShape(e, c)
	start := time.Now()
	seconds, err := timeKernel(ctx, e, m, c, s)
	if err != nil {
		return nil, err
	}
	say("%s at %v: %.1f µs (%v with the check)", c.Name, s, report.Median(seconds)*1e6, time.Since(start).Round(time.Millisecond))
	rows := []report.Row{report.Lower(fmt.Sprintf("kernel.%s.us_at_%v", c.Name, s), "µs", report.NoGoal, scaled(seconds, 1e6)...)}
	if least := e.limits.seconds(c.Work(s)); least > 0 {
		goal, ok := kernelGoals[c.Name]
		if !ok {
			goal = report.NoGoal
		}
		rows = append(rows, report.Higher("kernel."+c.Name+".share_of_limit", "of limit", goal, over(least, seconds)...))
	}
	return rows, nil
}

func scaled(v []float64, by float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = v[i] * by
	}
	return out
}
