package main

import (
	"slices"

	"asterism/bench/report"
)

// worst is a row whose value is the worst of its runs and not the middle one: a share of the cases that are right is of no use.
func worst(r report.Row, values []float64) report.Row {
	r.Value = slices.Max(values)
	if r.Better == "higher" {
		r.Value = slices.Min(values)
	}
	r.Spread = report.Spread(values, r.Value)
	return r
}
