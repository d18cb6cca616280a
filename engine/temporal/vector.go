package temporal

import "math"

// Width is the length of the vectors of E2, E3 and E4.
const Width = 512

// MaxAgeSeconds is the age beyond which E2 no longer tells two memories apart: a year of 365 days.
const MaxAgeSeconds = 31_536_000

// Rates are the decay rates of E2 in 1/s: an hour, a day, a week, thirty days.
var Rates = [4]float64{1.0 / 3600, 1.0 / 86400, 1.0 / 604800, 1.0 / 2592000}

const (
	recentPhase     = 0.001 // how far an age turns the phase, in radians a decayed unit
	recentPerRate   = Width / len(Rates)
	recentPhaseStep = 2 * math.Pi / float64(recentPerRate) // π/64: the features of a rate go round the circle once
)

// Periods are the cycles of E3 in nanoseconds: an hour, a day, a week, thirty days, a year of 365 days.
var Periods = [5]int64{3600e9, 86400e9, 604800e9, 2_592_000e9, 31_536_000e9}

// Harmonics is the number of sine and cosine pairs a period of E3: 5 periods · 51 · 2 = 510 values and two zeros.
const Harmonics = 51

// Frequencies[i] is 10000^(−2i/512), the angular frequency in rad/s of pair i of E4.
var Frequencies = func() (s [Width / 2]float64) {
	for i := range s {
		s[i] = math.Pow(10000, -2*float64(i)/Width)
	}
	return s
}()

// AgeSeconds is the age of a memory of time t (Unix nanoseconds) at ref, between 0 and [MaxAgeSeconds].
func AgeSeconds(t, ref int64) float64 {
	// Subtracted as floats: the difference of two int64 can overflow, and below a year a float64 is exact to 4 ns.
	sec := (float64(ref/1e9) - float64(t/1e9)) + float64(ref%1e9-t%1e9)/1e9
	return min(max(sec, 0), MaxAgeSeconds)
}

// Float is the type of a vector's numbers.
type Float interface{ float32 | float64 }

// Recent writes E2 of an age in seconds into dst[:512]: for each rate r 128 values exp(−rΔ)·cos(iπ/64 + 0.001·rΔ), made unit length. Two
// vectors compare only when their ages were taken at one and the same time.
func Recent[F Float](dst []F, age float64) {
	dst = dst[:Width]
	var norm float64
	for _, r := range Rates {
		norm += math.Exp(-2 * r * age)
	}
	// Over a full circle the squared cosines of a rate sum to half their number.
	norm = math.Sqrt(norm * float64(recentPerRate) / 2)
	for k, r := range Rates {
		amplitude := math.Exp(-r*age) / norm
		for i := range recentPerRate {
			dst[k*recentPerRate+i] = F(amplitude * math.Cos(float64(i)*recentPhaseStep+recentPhase*r*age))
		}
	}
}

// Periodic writes E3 of time t (Unix nanoseconds) into dst[:512]: for each period sin nθ and cos nθ, n = 1…51, one after another, then two
// zeros; unit length. Times before 1970 go on in the same cycles.
func Periodic[F Float](dst []F, t int64) {
	dst = dst[:Width]
	scale := 1 / math.Sqrt(float64(len(Periods)*Harmonics))
	at := 0
	for _, p := range Periods {
		theta := 2 * math.Pi * float64(within(t, p)) / float64(p)
		for n := 1; n <= Harmonics; n++ {
			sin, cos := math.Sincos(float64(n) * theta)
			dst[at], dst[at+1] = F(sin*scale), F(cos*scale)
			at += 2
		}
	}
	clear(dst[at:])
}

// Positional writes E4 of time t (Unix nanoseconds) into dst[:512]: pairs sin, cos of t/10000^(2i/512) with t in seconds, i = 0…255; unit length.
func Positional[F Float](dst []F, t int64) {
	PositionalSeconds(dst, float64(t)/1e9)
}

// PositionalSeconds is [Positional] of a time in seconds.
func PositionalSeconds[F Float](dst []F, sec float64) {
	dst = dst[:Width]
	scale := 1 / math.Sqrt(Width/2)
	for i, w := range Frequencies {
		sin, cos := math.Sincos(sec * w)
		dst[2*i], dst[2*i+1] = F(sin*scale), F(cos*scale)
	}
}

// within is t mod p in [0, p); it is taken in integers, so no precision is lost.
func within(t, p int64) int64 {
	m := t % p
	if m < 0 {
		m += p
	}
	return m
}
