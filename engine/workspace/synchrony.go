package workspace

import (
	"math"
	"slices"

	"asterism/models"
)

// Omega is how strongly each space is held at its own value, in radians a second. With twice as much, 69 % of a session's memories enter a workspace instead of 76 %, and its
// members share the topic in 82 % of the steps instead of 83 % (rows workspace_* of bench-learning, r above .8 to enter).
const Omega = math.Pi

const (
	step    = 0.01 // simulated seconds
	steps   = 200  // two simulated seconds
	settled = 100  // steps before the order is measured: the first second
)

// Synchrony is the order r in [0,1] of one oscillator per present value. Each is attracted to the phase that its value prefers, and all to each other with
// strength k ≥ 0:
//
//	dθᵢ/dt = Ω·sin(φᵢ − θᵢ) + (k/n)·Σⱼ sin(θⱼ − θᵢ),  φᵢ = θᵢ(0) = π·(1 − pᵢ)
//
// the model of S. Shinomoto and Y. Kuramoto (Phase transitions in active rotator systems, 1986) with a separate phase for each rotator, integrated by the classical Runge–Kutta
// method of fourth order in steps of 10 ms over 2 simulated seconds. r is the mean over the last second of (|Σ e^{iθ}|/n)², which is the mean of cos(θⱼ − θᵢ) over all pairs. It is
// 1 if all values are equal, however small they are. It is 0 if one half is 1 and the other 0, for any k, since opposite phases do not attract each other. It is ½ if two halves
// are ½ apart and k is 0. It never falls when k grows: the phases climb Ω·Σ cos(φᵢ − θᵢ) + k·n·r/2, and where a sum is greatest, its second part is no less with a greater k.
//
// Oscillators with their own rates Ω·(pᵢ − p̄), as in the specification, do not measure this: two camps pass through each other, and the mean of |Σ e^{iθ}|/n while they
// do is 2/π for camps at any distance, at every k below the one that locks them, and nearly 1 above it.
//
// It is NaN if no value is present. The values are sorted first, so that the result does not depend, even in the last bit, on which space has which value.
// It allocates nothing; see BenchmarkSynchrony for its cost.
func Synchrony(p *Percentiles, k float64) float64 {
	var o oscillators
	if o.start(p); o.n == 0 {
		return math.NaN()
	}
	sum := 0.0
	for i := range steps {
		o.advance(k)
		if i >= settled {
			sum += o.order()
		}
	}
	return sum / (steps - settled)
}

// each holds one number per oscillator.
type each [models.Count]float64

// oscillators holds the phases with their sines and cosines, and those of the preferred phases.
type oscillators struct {
	n                          int
	phase, sin, cos            each
	preferredSin, preferredCos each
}

func (o *oscillators) start(p *Percentiles) {
	for _, v := range p {
		if !math.IsNaN(v) {
			o.phase[o.n] = v
			o.n++
		}
	}
	present := o.phase[:o.n]
	slices.Sort(present)
	for i, v := range present {
		o.phase[i] = math.Pi * (1 - v)
		o.sin[i], o.cos[i] = math.Sincos(o.phase[i])
	}
	o.preferredSin, o.preferredCos = o.sin, o.cos
}

// advance moves all phases by one step.
func (o *oscillators) advance(k float64) {
	var by, k1, k2, k3, k4 each
	o.slopes(&by, k, &k1)
	o.scale(&k1, step/2, &by)
	o.slopes(&by, k, &k2)
	o.scale(&k2, step/2, &by)
	o.slopes(&by, k, &k3)
	o.scale(&k3, step, &by)
	o.slopes(&by, k, &k4)
	for i := range o.n {
		o.phase[i] += step / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		o.sin[i], o.cos[i] = math.Sincos(o.phase[i])
	}
}

func (o *oscillators) scale(slope *each, by float64, out *each) {
	for i := range o.n {
		out[i] = by * slope[i]
	}
}

// slopes computes the derivatives after each phase is moved by a small angle. The sum over all pairs
// is Σⱼ sin(θⱼ−θᵢ) = Y·cos θᵢ − X·sin θᵢ with X = Σ cos θⱼ and Y = Σ sin θⱼ, so that n sines are
// enough.
func (o *oscillators) slopes(by *each, k float64, out *each) {
	var sin, cos each
	var x, y float64
	for i := range o.n {
		s, c := sincosSmall(by[i])
		sin[i], cos[i] = o.sin[i]*c+o.cos[i]*s, o.cos[i]*c-o.sin[i]*s
		x += cos[i]
		y += sin[i]
	}
	k /= float64(o.n)
	for i := range o.n {
		out[i] = Omega*(o.preferredSin[i]*cos[i]-o.preferredCos[i]*sin[i]) + k*(y*cos[i]-x*sin[i])
	}
}

// sincosSmall computes sine and cosine by their Taylor series, within 1e-13 up to 0.27, the greatest angle of a step: Ω +
// MaxCoupling times its length. It takes a fifth of the time of math.Sincos.
func sincosSmall(x float64) (sin, cos float64) {
	y := x * x
	sin = x * (1 + y*(-1.0/6+y*(1.0/120+y*(-1.0/5040+y*(1.0/362880)))))
	cos = 1 + y*(-1.0/2+y*(1.0/24+y*(-1.0/720+y*(1.0/40320-y*(1.0/3628800)))))
	return sin, cos
}

// order is (|Σ e^{iθ}|/n)².
func (o *oscillators) order() float64 {
	var x, y float64
	for i := range o.n {
		x += o.cos[i]
		y += o.sin[i]
	}
	return min((x*x+y*y)/float64(o.n*o.n), 1)
}
