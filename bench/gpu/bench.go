package main

import (
	"context"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda/check"
)

// benchParts are the GPU's limits, which come first, and then what one wants to know first when time is short: the figures that goals are stated for, then every
// kernel and model, then what takes long.
func benchParts(o *options) []part {
	kernels, scan := kernelParts()
	speeds, peers := modelParts(modelSpeed), peerParts()
	return slices.Concat(
		[]part{{name: "limits", limit: 3 * time.Minute, run: measureLimits, first: true}},
		scan,
		[]part{{name: "search", limit: 9 * time.Minute, run: benchSearch1M}},
		[]part{{name: "draw", limit: 9 * time.Minute, run: drawModels}},
		speeds[:1], peers[:1],
		[]part{
			{name: "all13", limit: 9 * time.Minute, run: benchAll},
			{name: "inject", limit: 9 * time.Minute, run: benchInject},
			{name: "search10m", limit: 9 * time.Minute, run: benchSearch10M},
		},
		kernels, profileParts(o), speeds[1:], peers[1:],
		[]part{{name: "soak", limit: 9*time.Hour + 9*time.Minute, run: benchSoak}},
	)
}

// kernelParts are one for each kernel that is timed; kernels with goals have parts of their own.
func kernelParts() (all, withGoal []part) {
	for _, c := range check.All() {
		if c.Work == nil {
			continue
		}
		p := part{name: "kernel." + c.Name, limit: 2 * time.Minute, run: func(ctx context.Context, e *env) ([]report.Row, error) {
			return benchKernel(ctx, e, &c)
		}}
		if _, ok := kernelGoals[c.Name]; ok {
			withGoal = append(withGoal, p)
			continue
		}
		all = append(all, p)
	}
	return all, withGoal
}
