package cuda

import "asterism/engine/temporal"

// TemporalWidth is the length of the vectors of temporal.cu.
const TemporalWidth = temporal.Width

// TemporalRecent describes out = E2 of memories of those ages: ages are float64 [rows] in seconds, from 0 to a year; out is float32 [rows, TemporalWidth].
func TemporalRecent(out, ages Pointer, rows int) Launch {
	return temporalLaunch("recent", rows, out, ages)
}

// TemporalPeriodic describes out = E3 of memories of those times: times are int64 [rows] in nanoseconds since 1970; out is float32 [rows, TemporalWidth].
func TemporalPeriodic(out, times Pointer, rows int) Launch {
	return temporalLaunch("periodic", rows, out, times)
}

// TemporalPositional describes out = E4 of memories of those times: seconds are float64 [rows] since 1970; frequencies are float64 [TemporalWidth/2] in
// radians a second, see [TemporalFrequencies]; out is float32 [rows, TemporalWidth].
func TemporalPositional(out, seconds, frequencies Pointer, rows int) Launch {
	return temporalLaunch("positional", rows, out, seconds, frequencies)
}

func temporalLaunch(kind string, rows int, args ...Arg) Launch {
	return Launch{Kernel: "temporal_" + kind, GridX: rows, GridY: 1, Threads: TemporalWidth / 2, Args: args}
}

// TemporalFrequencies are E4's: 10000^(−2i/512) radians a second, i = 0 … 255.
func TemporalFrequencies() []float64 { return temporal.Frequencies[:] }
