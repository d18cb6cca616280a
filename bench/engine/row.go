package engine

import "asterism/bench/report"

// Row is one figure.
type Row = report.Row

var (
	higher, lower = report.Higher, report.Lower
	noGoal        = report.NoGoal
)
