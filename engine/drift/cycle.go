package drift

import (
	"math"
	"time"
)

// Cycle is a rise and fall that repeats, such as every day or every week.
type Cycle struct {
	Period    time.Duration
	Amplitude float64 // of the similarity, from its middle
	P         float64 // the probability that noise alone shows a period this strong, among all tested ones
}

// CycleLevel is the level of the test of a cycle: it is found in at most one series of noise in a hundred.
const CycleLevel = .01

const (
	leastCycle   = 12  // samples
	leastPeriods = 2   // whole ones within the span
	mostPeriods  = 200 // frequencies that are tested
)

// cycleOf searches for a cycle in similarities at times, in days, which need not be evenly spaced. It is the periodogram of N. R. Lomb (1976) and J. D. Scargle (1982) of the residual
// of a line, normalised by the residual. Noise reaches the highest peak P of M frequencies with the probability 1 − (1 − (1−P)^((n−3)/2))^M (Zechmeister and Kürster, 2009). nil: none
// is significant.
func cycleOf(days, similarity []float64) *Cycle {
	n := len(days)
	if n < leastCycle {
		return nil
	}
	span := days[n-1] - days[0]
	if span < leastPeriods*LeastSpan.Hours()/24 {
		return nil
	}
	rest := withoutLine(days, similarity)
	total := 0.
	for _, v := range rest {
		total += v * v
	}
	if total < 1e-12 {
		return nil
	}
	// From two periods in the span to one period per two samples, in steps of half a period.
	looked := min(max(n-2*leastPeriods, 1), mostPeriods)
	best, frequency, amplitude := 0., 0., 0.
	for k := range looked {
		f := (leastPeriods + float64(k)/2) / span
		if power, a := powerAt(f, days, rest, total); power > best {
			best, frequency, amplitude = power, f, a
		}
	}
	single := math.Pow(1-best, float64(n-3)/2)
	p := -math.Expm1(float64(looked) * math.Log1p(-single))
	if !(p < CycleLevel) {
		return nil
	}
	return &Cycle{Period: time.Duration(24 * float64(time.Hour) / frequency), Amplitude: amplitude, P: p}
}

// withoutLine returns the residual of a line of least squares.
func withoutLine(x, y []float64) []float64 {
	slope, _ := leastSquares(x, y)
	var mx, my float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(y))
	}
	out := make([]float64, len(y))
	for i := range y {
		out[i] = y[i] - my - slope*(x[i]-mx)
	}
	return out
}

// powerAt returns the share of the residual that a wave of a frequency explains, and its amplitude.
func powerAt(f float64, x, y []float64, total float64) (power, amplitude float64) {
	var s2, c2 float64
	for _, v := range x {
		sin, cos := math.Sincos(4 * math.Pi * f * v)
		s2, c2 = s2+sin, c2+cos
	}
	shift := math.Atan2(s2, c2) / 2 // so that sine and cosine are orthogonal over these times
	var yc, ys, cc, ss float64
	for i, v := range x {
		sin, cos := math.Sincos(2*math.Pi*f*v - shift)
		yc, ys, cc, ss = yc+y[i]*cos, ys+y[i]*sin, cc+cos*cos, ss+sin*sin
	}
	taken := 0.
	if cc > 1e-9 {
		taken, amplitude = taken+yc*yc/cc, amplitude+yc*yc/(cc*cc)
	}
	if ss > 1e-9 {
		taken, amplitude = taken+ys*ys/ss, amplitude+ys*ys/(ss*ss)
	}
	return min(taken/total, 1), math.Sqrt(amplitude)
}
