package temporal

import (
	"math"
	"sync"
)

// Recency is E2 of a memory of time t (Unix nanoseconds) against a question asked at ref. With aᵣ = exp(−rΔ), φᵣ = 0.001·rΔ
// and Δ = clamp(ref−t, 0, a year), each rate's 128 features are aᵣ·cos(iπ/64+φᵣ), full turns, so that the products sum to
// 64·aᵣ·cos φᵣ: the cosine with the question (Δ = 0) is Σ aᵣ·cos φᵣ / (2·√Σ aᵣ²). 1 now, falling to ½.
func Recency(ref, t int64) float32 {
	age := min(max(float64(ref)-float64(t), 0)/1e9, MaxAgeSeconds)
	dot, sum := 0.0, 0.0
	for _, r := range Rates {
		x := r * age
		if x > 40 { // exp(−40) is below what float32 can add
			continue
		}
		a, phase := math.Exp(-x), recentPhase*x // phase ≤ 0.04: three terms of the cosine are exact to 1e-11
		p2 := phase * phase
		dot += float64(a * (1 - p2/2 + p2*p2/24)) // each product rounded, on every processor
		sum += float64(a * a)
	}
	return float32(dot / (2 * math.Sqrt(sum)))
}

// Phases are where a time stands in each period, in steps of the table [Dirichlet]; the remainder is taken in integers, so nothing is lost.
type Phases [len(Periods)]float64

// PhasesOf returns the phases of a time (Unix nanoseconds).
func PhasesOf(t int64) (out Phases) {
	for i, p := range Periods {
		out[i] = float64(within(t, p)) / float64(p) * DirichletSteps
	}
	return out
}

// Periodicity is E3 of two times: the mean over the periods of (1/51)·Σₙ cos nθ, θ = 2π(Δ mod P)/P. That sum is a Dirichlet
// kernel; it is read from a table of one turn with linear interpolation (off by less than 2e-6).
func (a Phases) Periodicity(t int64) float32 {
	table, sum := Dirichlet(), 0.0
	for i, p := range Periods {
		x := math.Abs(a[i] - float64(within(t, p))/float64(p)*DirichletSteps) // the kernel is even
		k := int(x)
		f := x - float64(k)
		sum += float64(float64(table[k])*(1-f)) + float64(float64(table[k+1])*f) // each product rounded, on every processor
	}
	return float32(sum / float64(len(Periods)))
}

// DirichletSteps is the number of entries of one turn of [Dirichlet].
const DirichletSteps = 1 << 16

// Dirichlet is (1/51)·Σₙ₌₁…₅₁ cos nθ = (sin(51½·θ)/(2·sin ½θ) − ½)/51 at θ = 2πi/2¹⁶; one step more than a turn. Nobody may change it.
var Dirichlet = sync.OnceValue(func() *[DirichletSteps + 2]float32 {
	var t [DirichletSteps + 2]float32
	for i := range t {
		half := math.Pi * float64(i%DirichletSteps) / DirichletSteps
		t[i] = 1
		if i%DirichletSteps != 0 {
			t[i] = float32((math.Sin((2*Harmonics+1)*half)/(2*math.Sin(half)) - 0.5) / Harmonics)
		}
	}
	return &t
})

// Order is E4 of two times: the mean over i < 256 of cos ωᵢΔ, Δ in seconds, with ωᵢ of [Frequencies]. The cosines are
// read from a table (off by less than 2e-4 each).
func Order(ref, t int64) float32 {
	c := Cosines()
	delta, sum := (float64(ref)-float64(t))/1e9, float32(0)
	for _, step := range c.Steps {
		sum += c.Cosine[int64(delta*step)&(CosineSteps-1)]
	}
	return sum / float32(len(c.Steps))
}

// CosineSteps is the number of entries of one turn of a [CosineTable].
const CosineSteps = 1 << 14

// CosineTable is what [Order] looks cosines up in.
type CosineTable struct {
	Steps  [Width / 2]float64   // E4's angular frequencies, in entries a second
	Cosine [CosineSteps]float32 // of the middle of the entry
}

// Cosines is the table. Nobody may change it.
var Cosines = sync.OnceValue(func() *CosineTable {
	t := &CosineTable{}
	for i, w := range Frequencies {
		t.Steps[i] = w * CosineSteps / (2 * math.Pi)
	}
	for i := range t.Cosine {
		t.Cosine[i] = float32(math.Cos((float64(i) + 0.5) * 2 * math.Pi / CosineSteps))
	}
	return t
})
