package fingerprint

import "math"

// RecentSimilarity is the cosine of E2 of two memories of the given ages in seconds (see [AgeSeconds]) at one
// reference time, without building the vectors. The 128 features of a rate sample the circle evenly, so their
// products sum to 64·exp(−r(a+b))·cos(0.001·r(a−b)).
func RecentSimilarity(age1, age2 float64) float64 {
	var dot, n1, n2 float64
	for _, r := range recentRates {
		e1, e2 := math.Exp(-r*age1), math.Exp(-r*age2)
		dot += e1 * e2 * math.Cos(recentPhase*r*(age1-age2))
		n1 += e1 * e1
		n2 += e2 * e2
	}
	return dot / math.Sqrt(n1*n2)
}

// PeriodicSimilarity is the cosine of E3 of two times (Unix nanoseconds): the mean over the periods of
// Σ cos n(θ₁−θ₂), each a Dirichlet kernel.
func PeriodicSimilarity(t1, t2 int64) float64 {
	var sum float64
	for _, p := range periods {
		sum += dirichlet(phase(t1, p) - phase(t2, p))
	}
	return sum / float64(len(periods)*harmonics)
}

// dirichlet is Σ cos nx for n = 1…harmonics = sin((N+½)x)/(2 sin(x/2)) − ½.
func dirichlet(x float64) float64 {
	half := math.Sin(x / 2)
	if math.Abs(half) < 1e-9 { // the quotient is 0/0 here and its limit is the plain count
		return harmonics
	}
	return math.Sin((harmonics+0.5)*x)/(2*half) - 0.5
}

// PositionalSimilarity is the cosine of E4 of two times (Unix nanoseconds), within 2e-6. It depends on their distance
// only: the mean of 256 cosines, for which no shorter form exists. See BenchmarkTemporalSimilarity for its cost: it is
// for candidates, not for scans.
func PositionalSimilarity(t1, t2 int64) float64 {
	d := (float64(t1/1e9) - float64(t2/1e9)) + float64(t1%1e9-t2%1e9)/1e9
	var sum float64
	for _, w := range positionalTurns {
		sum += cosTurns(d * w)
	}
	return sum / float64(len(positionalTurns))
}

// positionalTurns[i] is the frequency of pair i of E4 in turns a second.
var positionalTurns = func() (s [TemporalWidth / 2]float64) {
	for i, w := range positionalScale {
		s[i] = w / (2 * math.Pi)
	}
	return s
}()

// cosTurns is cos 2πx by its Taylor series in (2πx)², cut after the eighth power of it: within 2e-7 over the half turn
// to either side, to which x is brought first. It takes a third of the time of math.Cos.
func cosTurns(x float64) float64 {
	x -= math.Floor(x + 0.5)
	y := x * x * (4 * math.Pi * math.Pi)
	return 1 + y*(-1.0/2+y*(1.0/24+y*(-1.0/720+y*(1.0/40320+y*(-1.0/3628800+
		y*(1.0/479001600+y*(-1.0/87178291200+y*(1.0/20922789888000))))))))
}
