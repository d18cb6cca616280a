package temporal

import "math"

// MaxAgeSeconds is the age beyond which E2 no longer distinguishes two memories: a year of 365 days.
const MaxAgeSeconds = 31_536_000

// Rates are the decay rates of E2 in 1/s: an hour, a day, a week, thirty days.
var Rates = [4]float64{1.0 / 3600, 1.0 / 86400, 1.0 / 604800, 1.0 / 2592000}

// The constants of the 128 numbers of a rate.
const (
	RecentPhase     = 0.001 // how much age shifts the phase, in radians per decayed unit
	RecentPerRate   = Width / len(Rates)
	RecentPhaseStep = 2 * math.Pi / float64(RecentPerRate) // π/64: the features of a rate cover the circle once

	// RecentCut is the decay beyond which a rate no longer adds to the similarity: exp(−40) is below float32's resolution.
	RecentCut = 40
)

// AgeSeconds is the age of a memory of time t (Unix nanoseconds) at ref, between 0 and [MaxAgeSeconds].
func AgeSeconds(t, ref int64) float64 {
	// Subtracted as floats: the difference of two int64 can overflow, and below a year a float64 is exact to 4 ns.
	sec := (float64(ref/1e9) - float64(t/1e9)) + float64(ref%1e9-t%1e9)/1e9
	return min(max(sec, 0), MaxAgeSeconds)
}

// Recent writes E2 of an age in seconds into dst[:512]: for each rate r 128 values exp(−rΔ)·cos(iπ/64 + 0.001·rΔ), scaled to unit
// length. Two vectors are comparable only if their ages were taken at the same time.
func Recent[F Float](dst []F, age float64) {
	dst = dst[:Width]
	var norm float64
	for _, r := range Rates {
		norm += math.Exp(-2 * r * age)
	}
	// Over a full circle the squared cosines of a rate sum to half their number.
	norm = math.Sqrt(norm * float64(RecentPerRate) / 2)
	for k, r := range Rates {
		amplitude := math.Exp(-r*age) / norm
		for i := range RecentPerRate {
			dst[k*RecentPerRate+i] = F(amplitude * math.Cos(float64(i)*RecentPhaseStep+RecentPhase*r*age))
		}
	}
}

// Recency is E2 of a memory of time t (Unix nanoseconds) for a question asked at ref. With aᵣ = exp(−rΔ), φᵣ = 0.001·rΔ and
// Δ = clamp(ref−t, 0, a year), each rate's 128 features are aᵣ·cos(iπ/64+φᵣ), full turns, so that the products sum to
// 64·aᵣ·cos φᵣ: the cosine with the question (Δ = 0) is Σ aᵣ·cos φᵣ / (2·√Σ aᵣ²). It is 1 for now, and falls to ½.
func Recency(ref, t int64) float32 {
	age := min(max(float64(ref)-float64(t), 0)/1e9, MaxAgeSeconds)
	dot, sum := 0.0, 0.0
	for _, r := range Rates {
		x := r * age
		if x > RecentCut {
			continue
		}
		a, phase := math.Exp(-x), RecentPhase*x // phase ≤ 0.04: three terms of the cosine are exact to 1e-11
		p2 := phase * phase
		dot += float64(a * (1 - p2/2 + p2*p2/24)) // each product rounded, on every processor
		sum += float64(a * a)
	}
	return float32(dot / (2 * math.Sqrt(sum)))
}
