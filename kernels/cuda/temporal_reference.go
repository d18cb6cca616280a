package cuda

import "asterism/engine/temporal"

// TemporalFrequencies are E4's: 10000^(−2i/512) radians a second, i = 0 … 255.
func TemporalFrequencies() []float64 { return temporal.Frequencies[:] }

// referenceRecent is E2 of an age in seconds.
func referenceRecent(age float64) []float64 {
	out := make([]float64, TemporalWidth)
	temporal.Recent(out, age)
	return out
}

// referencePeriodic is E3 of a time in nanoseconds.
func referencePeriodic(t int64) []float64 {
	out := make([]float64, TemporalWidth)
	temporal.Periodic(out, t)
	return out
}

// referencePositional is E4 of a time in seconds.
func referencePositional(seconds float64) []float64 {
	out := make([]float64, TemporalWidth)
	temporal.PositionalSeconds(out, seconds)
	return out
}
