package cuda

import "math"

// TemporalFrequencies are E4's: 10000^(−2i/512) radians a second, i = 0 … 255.
func TemporalFrequencies() []float64 {
	out := make([]float64, TemporalWidth/2)
	for i := range out {
		out[i] = math.Pow(10000, -2*float64(i)/TemporalWidth)
	}
	return out
}

// referenceRecent is E2 of an age in seconds.
func referenceRecent(age float64) []float64 {
	out, squares := make([]float64, 0, TemporalWidth), 0.0
	for _, horizon := range []float64{3600, 86400, 604800, 2592000} {
		for i := range 128 {
			x := math.Exp(-age/horizon) * math.Cos(float64(i)*math.Pi/64+0.001*age/horizon)
			out, squares = append(out, x), squares+x*x
		}
	}
	for i := range out {
		out[i] /= math.Sqrt(squares)
	}
	return out
}

// referencePeriodic is E3 of a time in nanoseconds.
func referencePeriodic(t int64) []float64 {
	out := make([]float64, 0, TemporalWidth)
	for _, seconds := range []int64{3600, 86400, 604800, 2592000, 31536000} {
		period := seconds * 1e9
		into := (t%period + period) % period
		for n := 1; n <= 51; n++ {
			s, c := math.Sincos(2 * math.Pi * float64(n) * (float64(into) / float64(period)))
			out = append(out, s/math.Sqrt(255), c/math.Sqrt(255))
		}
	}
	return append(out, 0, 0)
}

// referencePositional is E4 of a time in seconds.
func referencePositional(seconds float64) []float64 {
	out := make([]float64, 0, TemporalWidth)
	for _, w := range TemporalFrequencies() {
		s, c := math.Sincos(seconds * w)
		out = append(out, s/16, c/16)
	}
	return out
}
