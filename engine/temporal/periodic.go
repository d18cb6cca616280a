package temporal

import (
	"math"
	"sync"
)

// Periods are the cycles of E3 in nanoseconds: an hour, a day, a week, thirty days, a year of 365 days.
var Periods = [5]int64{3600e9, 86400e9, 604800e9, 2_592_000e9, 31_536_000e9}

// Harmonics is the number of sine and cosine pairs per period of E3: 5 periods · 51 · 2 = 510 values and two zeros.
const Harmonics = 51

// Periodic writes E3 of time t (Unix nanoseconds) into dst[:512]: for each period sin nθ and cos nθ, n = 1…51, one after another, then two
// zeros; unit length. Times before 1970 continue the same cycles.
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

// Phases are the positions of a time in each period, in steps of the table [Dirichlet]; the remainder is computed in integers, so nothing
// is lost.
type Phases [len(Periods)]float64

// PhasesOf returns the phases of a time (Unix nanoseconds).
func PhasesOf(t int64) (out Phases) {
	for i, p := range Periods {
		out[i] = float64(within(t, p)) / float64(p) * DirichletSteps
	}
	return out
}

// Periodicity is E3 of two times: the mean over the periods of (1/51)·Σₙ cos nθ, θ = 2π(Δ mod P)/P. That sum is a Dirichlet
// kernel; it is read from a table of one turn with linear interpolation (error below 2e-6).
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

// Dirichlet is (1/51)·Σₙ₌₁…₅₁ cos nθ = (sin(51½·θ)/(2·sin ½θ) − ½)/51 at θ = 2πi/2¹⁶; one step more than a turn. It must not be changed.
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

// within is t mod p in [0, p), computed in integers, so no precision is lost.
func within(t, p int64) int64 {
	m := t % p
	if m < 0 {
		m += p
	}
	return m
}
