package main

import (
	"context"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda"
)

// benchParts are the card's limits, a part a kernel and a model, and what the whole engine makes of them.
func benchParts(*options) []part {
	out := []part{{name: "limits", limit: 3 * time.Minute, run: measureLimits, first: true}}
	for _, c := range cuda.Checks() {
		if c.Work == nil {
			continue
		}
		out = append(out, part{name: "kernel." + c.Name, limit: 2 * time.Minute, run: func(ctx context.Context, e *env) ([]report.Row, error) {
			return benchKernel(ctx, e, &c)
		}})
	}
	out = append(out, modelParts(modelSpeed)...)
	return append(out,
		part{name: "all13", limit: 9 * time.Minute, run: benchAll},
		part{name: "inject", limit: 9 * time.Minute, run: benchInject},
		part{name: "soak", limit: 9*time.Hour + 9*time.Minute, run: benchSoak},
	)
}
