package fingerprint

import "math"

// TemporalWidth is the length of the vectors of E2, E3 and E4.
const TemporalWidth = 512

// MaxAgeSeconds is the age beyond which E2 no longer tells two memories apart: a year of 365 days.
const MaxAgeSeconds = 31_536_000

// recentRates are the decay rates of E2 in 1/s: an hour, a day, a week, thirty days.
var recentRates = [4]float64{1.0 / 3600, 1.0 / 86400, 1.0 / 604800, 1.0 / 2592000}

const (
	recentPhase     = 0.001 // how far an age turns the phase, in radians a decayed unit
	recentPerRate   = TemporalWidth / len(recentRates)
	recentPhaseStep = 2 * math.Pi / float64(recentPerRate) // π/64: the features of a rate go round the circle once
)

// periods are the cycles of E3 in nanoseconds: an hour, a day, a week, thirty days, a year of 365 days.
var periods = [5]int64{3600e9, 86400e9, 604800e9, 2592000e9, 31536000e9}

// harmonics is the number of sine and cosine pairs a period of E3: 5 periods · 51 · 2 = 510 values and two zeros.
const harmonics = 51

// positionalScale[i] is 10000^(-2i/512), the angular frequency in rad/s of pair i of E4.
var positionalScale = func() (s [TemporalWidth / 2]float64) {
	for i := range s {
		s[i] = math.Pow(10000, -2*float64(i)/TemporalWidth)
	}
	return s
}()

// AgeSeconds is the age of a memory of time t (Unix nanoseconds) at ref, between 0 and [MaxAgeSeconds].
func AgeSeconds(t, ref int64) float64 {
	// Subtracted as floats: the difference of two int64 can overflow, and below a year a float64 is exact to 4 ns.
	sec := (float64(ref/1e9) - float64(t/1e9)) + float64(ref%1e9-t%1e9)/1e9
	return min(max(sec, 0), MaxAgeSeconds)
}

// RecentAt writes E2 of a memory of time t, seen at ref (both Unix nanoseconds), into dst[:512]: for each rate r
// 128 values exp(−rΔ)·cos(iπ/64 + 0.001·rΔ), made unit length. Two vectors compare only at one and the same ref.
func RecentAt(dst []float32, t, ref int64) {
	age := AgeSeconds(t, ref)
	dst = dst[:TemporalWidth]
	var norm float64
	for _, r := range recentRates {
		norm += math.Exp(-2 * r * age)
	}
	// Over a full circle the squared cosines of a rate sum to half their number.
	norm = math.Sqrt(norm * float64(recentPerRate) / 2)
	for k, r := range recentRates {
		amplitude := math.Exp(-r*age) / norm
		for i := range recentPerRate {
			dst[k*recentPerRate+i] = float32(amplitude * math.Cos(float64(i)*recentPhaseStep+recentPhase*r*age))
		}
	}
}

// Periodic writes E3 of time t (Unix nanoseconds) into dst[:512]: for each period sin nθ and cos nθ, n = 1…51,
// one after another, then two zeros; unit length. Times before 1970 go on in the same cycles.
func Periodic(dst []float32, t int64) {
	dst = dst[:TemporalWidth]
	scale := 1 / math.Sqrt(float64(len(periods)*harmonics))
	at := 0
	for _, p := range periods {
		theta := phase(t, p)
		for n := 1; n <= harmonics; n++ {
			sin, cos := math.Sincos(float64(n) * theta)
			dst[at], dst[at+1] = float32(sin*scale), float32(cos*scale)
			at += 2
		}
	}
	clear(dst[at:])
}

// Positional writes E4 of time t (Unix nanoseconds) into dst[:512]: pairs sin, cos of t/10000^(2i/512) with t in
// seconds, i = 0…255; unit length.
func Positional(dst []float32, t int64) {
	dst = dst[:TemporalWidth]
	scale := 1 / math.Sqrt(TemporalWidth/2)
	sec := float64(t) / 1e9
	for i, w := range positionalScale {
		sin, cos := math.Sincos(sec * w)
		dst[2*i], dst[2*i+1] = float32(sin*scale), float32(cos*scale)
	}
}

// phase is 2π(t mod p)/p in [0, 2π); the remainder is taken in integers, so no precision is lost.
func phase(t, p int64) float64 {
	m := t % p
	if m < 0 {
		m += p
	}
	return 2 * math.Pi * float64(m) / float64(p)
}
