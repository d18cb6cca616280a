package metautl

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// The prior of the Gaussian process.
const (
	lengthScale    = .2
	signalVariance = 1
	noiseVariance  = .01
)

// gaussian is a Gaussian process over one variable with an RBF kernel, k(a, b) = exp(−(a−b)²/(2·.2²)), at given points (Rasmussen and
// Williams, Gaussian Processes for Machine Learning, 2006, algorithm 2.1). Values are standardised, so that a signal variance of 1 fits
// in any unit.
type gaussian struct {
	at       []float64
	low      mat.Cholesky
	weights  mat.VecDense // K⁻¹·values
	mean, sd float64
}

func kernel(a, b float64) float64 {
	return signalVariance * math.Exp(-(a-b)*(a-b)/(2*lengthScale*lengthScale))
}

func newGaussian(at, values []float64) (*gaussian, error) {
	g := &gaussian{at: at}
	g.mean, g.sd = standard(values)
	k, y := mat.NewSymDense(len(at), nil), mat.NewVecDense(len(at), nil)
	for i := range at {
		y.SetVec(i, (values[i]-g.mean)/g.sd)
		for j := range i {
			k.SetSym(i, j, kernel(at[i], at[j]))
		}
		k.SetSym(i, i, signalVariance+noiseVariance)
	}
	if !g.low.Factorize(k) {
		return nil, errors.New("fit Gaussian process: the kernel matrix is not positive definite")
	}
	return g, g.low.SolveVecTo(&g.weights, y)
}

// standard returns mean and deviation; if all values are equal, the deviation is 1.
func standard(values []float64) (mean, sd float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sd += (v - mean) * (v - mean) / float64(len(values))
	}
	if sd = math.Sqrt(sd); sd == 0 {
		sd = 1
	}
	return mean, sd
}

// predict returns the posterior mean and deviation at a point, in standard units.
func (g *gaussian) predict(x float64) (mean, sd float64, err error) {
	k := mat.NewVecDense(len(g.at), nil)
	for i, at := range g.at {
		k.SetVec(i, kernel(x, at))
	}
	var v mat.VecDense
	if err := g.low.SolveVecTo(&v, k); err != nil {
		return 0, 0, err
	}
	return mat.Dot(k, &g.weights), math.Sqrt(max(signalVariance-mat.Dot(k, &v), 0)), nil
}

// improvement is the expected improvement at a point over a minimum of best, in standard units (Jones, Schonlau and Welch, 1998).
func (g *gaussian) improvement(x, best float64) (float64, error) {
	mean, sd, err := g.predict(x)
	if err != nil || sd == 0 {
		return 0, err
	}
	z := (best - mean) / sd
	return (best-mean)*.5*math.Erfc(-z/math.Sqrt2) + sd*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi), nil
}
