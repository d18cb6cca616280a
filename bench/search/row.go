package main

import (
	"slices"

	"asterism/bench/report"
)

// Row is one figure.
type Row = report.Row

var (
	higher, lower = report.Higher, report.Lower
	noGoal        = report.NoGoal
)

// percentileRow is a percentile of the milliseconds of all rounds; its spread is that of the rounds' own percentiles.
func percentileRow(name string, p, goal float64, rounds [][]float64) Row {
	each := make([]float64, len(rounds))
	for i, r := range rounds {
		each[i] = report.Percentile(r, p)
	}
	row := lower(name, "ms", goal, each...)
	row.Value = report.Percentile(slices.Concat(rounds...), p)
	row.Spread = report.Spread(each, row.Value)
	return row
}
