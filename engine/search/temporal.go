package search

import (
	"math"
	"sync"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// The similarity of two times in E2, E3 and E4 without their 512-wide vectors. The vectors are defined in engine/fingerprint/temporal.go; what stands
// here are the closed forms of their cosines in the shape a search can afford; temporal_test.go proves
// them against the vectors of engine/fingerprint.

// anyTime is a space that every memory with a time has.
const anyTime = models.TemporalRecent

// recencyRates are E2's decay rates a second, maxAge its greatest age in seconds.
var recencyRates = [...]float64{1.0 / 3600, 1.0 / 86400, 1.0 / 604800, 1.0 / 2592000}

const maxAge = 31_536_000

// recency is E2 of a memory of time t (Unix nanoseconds) against a question asked at ref. With aᵣ = exp(−rΔ), φᵣ = 0.001·rΔ
// and Δ = clamp(ref−t, 0, a year), each rate's 128 features are aᵣ·cos(iπ/64+φᵣ), full turns, so that the products sum to
// 64·aᵣ·cos φᵣ: the cosine with the question (Δ = 0) is Σ aᵣ·cos φᵣ / (2·√Σ aᵣ²). 1 now, falling to ½.
func recency(ref, t int64) float32 {
	age := min(max(float64(ref)-float64(t), 0)/1e9, maxAge)
	dot, sum := 0.0, 0.0
	for _, r := range recencyRates {
		x := r * age
		if x > 40 { // exp(−40) is below what float32 can add
			continue
		}
		a, phase := math.Exp(-x), 0.001*x // phase ≤ 0.04: three terms of the cosine are exact to 1e-11
		p2 := phase * phase
		dot += float64(a * (1 - p2/2 + p2*p2/24)) // each product rounded, on every processor
		sum += float64(a * a)
	}
	return float32(dot / (2 * math.Sqrt(sum)))
}

// periods are E3's, in nanoseconds; harmonics is the number of sine and cosine pairs a period.
var periods = [...]int64{3600e9, 86400e9, 604800e9, 2_592_000e9, 31_536_000e9}

const harmonics = 51

// phases are where a time stands in each period, in table steps; the remainder is taken in integers, so nothing is lost.
type phases [len(periods)]float64

func phasesOf(t int64) (out phases) {
	for i, p := range periods {
		m := t % p
		if m < 0 {
			m += p
		}
		out[i] = float64(m) / float64(p) * dirichletSteps
	}
	return out
}

// periodic is E3 of two times: the mean over the periods of (1/51)·Σₙ cos nθ, θ = 2π(Δ mod P)/P. That sum is a Dirichlet
// kernel; it is read from a table of one turn with linear interpolation (off by less than 2e-6).
func (a phases) periodic(t int64, table *dirichletTable) float32 {
	sum := 0.0
	for i, p := range periods {
		m := t % p
		if m < 0 {
			m += p
		}
		x := math.Abs(a[i] - float64(m)/float64(p)*dirichletSteps) // the kernel is even
		k := int(x)
		f := x - float64(k)
		sum += float64(float64(table[k])*(1-f)) + float64(float64(table[k+1])*f) // each product rounded, on every processor
	}
	return float32(sum / float64(len(periods)))
}

const dirichletSteps = 1 << 16

type dirichletTable [dirichletSteps + 2]float32

// dirichlet is (1/51)·Σₙ₌₁…₅₁ cos nθ = (sin(51½·θ)/(2·sin ½θ) − ½)/51 at θ = 2πi/2¹⁶; one step more than a turn.
var dirichlet = sync.OnceValue(func() *dirichletTable {
	var t dirichletTable
	for i := range t {
		half := math.Pi * float64(i%dirichletSteps) / dirichletSteps
		t[i] = 1
		if i%dirichletSteps != 0 {
			t[i] = float32((math.Sin((2*harmonics+1)*half)/(2*math.Sin(half)) - 0.5) / harmonics)
		}
	}
	return &t
})

// positional is E4 of two times: with ωᵢ = 10000^(−2i/512) rad/s, the mean over i < 256 of cos ωᵢΔ, Δ in seconds. The cosines are
// read from a table (off by less than 2e-4 each).
func positional(ref, t int64) float32 {
	table := cosines()
	delta, sum := (float64(ref)-float64(t))/1e9, float32(0)
	for _, step := range table.steps {
		sum += table.cosine[int64(delta*step)&(cosineSteps-1)]
	}
	return sum / float32(len(table.steps))
}

// cosineSteps is the number of entries of one turn.
const cosineSteps = 1 << 14

type cosineTable struct {
	steps  [fingerprint.TemporalWidth / 2]float64 // E4's angular frequencies, in entries a second
	cosine [cosineSteps]float32                   // of the middle of the entry
}

var cosines = sync.OnceValue(func() *cosineTable {
	t := &cosineTable{}
	for i := range t.steps {
		t.steps[i] = math.Pow(10000, -2*float64(i)/fingerprint.TemporalWidth) * cosineSteps / (2 * math.Pi)
	}
	for i := range t.cosine {
		t.cosine[i] = float32(math.Cos((float64(i) + 0.5) * 2 * math.Pi / cosineSteps))
	}
	return t
})
