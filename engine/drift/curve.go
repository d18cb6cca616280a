package drift

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Acceleration is the curvature of the similarities: whether the velocity itself changes.
type Acceleration struct {
	PerCheck    float64 // change of the slope per check; below 0 a fall becomes faster or a rise slower
	Significant bool    // Student's t-test of the square term, two-sided, at AccelerationLevel
	P           float64 // the probability of this or more without curvature
}

// AccelerationLevel is the level of the test of an acceleration; leastBend is the least number of samples for it.
const (
	AccelerationLevel = .05
	leastBend         = 6
)

// accelerationOf fits y = a + b·x + c·x² over checks by least squares; nil with fewer than six samples, or if they fit the curve exactly, which leaves no residual for the
// test.
func accelerationOf(y []float64) *Acceleration {
	n := len(y)
	if n < leastBend {
		return nil
	}
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		at := float64(i) - float64(n-1)/2 // from the middle, where the columns are least correlated
		x.SetRow(i, []float64{1, at, at * at})
	}
	var qr mat.QR
	qr.Factorize(x)
	var fit, of mat.VecDense
	values := mat.NewVecDense(n, y)
	if err := qr.SolveVecTo(&fit, false, values); err != nil {
		return nil
	}
	of.MulVec(x, &fit)
	of.SubVec(values, &of)
	variance := mat.Dot(&of, &of) / float64(n-3)
	var square, inverse mat.Dense
	square.Mul(x.T(), x)
	if err := inverse.Inverse(&square); err != nil {
		return nil
	}
	deviation := math.Sqrt(variance * inverse.At(2, 2))
	if !(deviation > 1e-12) {
		return nil
	}
	t := fit.AtVec(2) / deviation
	p := 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 3)}.Survival(math.Abs(t))
	return &Acceleration{PerCheck: 2 * fit.AtVec(2), Significant: p < AccelerationLevel, P: p}
}
