package check

import (
	"asterism/engine/temporal"
	"asterism/kernels/cuda"
)

// referenceRecent is E2 of an age in seconds.
func referenceRecent(age float64) []float64 {
	out := make([]float64, cuda.TemporalWidth)
	temporal.Recent(out, age)
	return out
}

// referencePeriodic is E3 of a time in nanoseconds.
func referencePeriodic(t int64) []float64 {
	out := make([]float64, cuda.TemporalWidth)
	temporal.Periodic(out, t)
	return out
}

// referencePositional is E4 of a time in seconds.
func referencePositional(seconds float64) []float64 {
	out := make([]float64, cuda.TemporalWidth)
	temporal.PositionalSeconds(out, seconds)
	return out
}
