package metautl

import "slices"

// The optimiser's limits.
const (
	gridPoints     = 101
	startPoints    = 5
	maxIterations  = 10
	minImprovement = 1e-4
)

// Optimum is the optimiser's result.
type Optimum struct {
	Lambda      float64 // λ_s
	Value       float64 // of the objective there
	Iterations  int     // in addition to the starting points
	Expected    float64 // the greatest expected improvement after the starting points, in units of the objective
	Improvement float64 // the expected improvement when it stopped
}

// Minimise searches for the λ_s in [low, high] with the least objective, by Bayesian optimisation: a Gaussian process, the greatest
// expected improvement over 101 points, five starting points, at most ten iterations, until the expected improvement is below 1e-4
// standard deviations. It is deterministic; of equal values the one found first wins. It calls the objective at most fifteen times.
func Minimise(low, high float64, objective func(lambda float64) float64) (Optimum, error) {
	g, at, values := grid{low, high}, []float64(nil), []float64(nil)
	try := func(point int) {
		at = append(at, g.at(point))
		values = append(values, objective(g.at(point)))
	}
	tried := map[int]bool{}
	for i := range startPoints {
		point := i * (gridPoints - 1) / (startPoints - 1)
		tried[point] = true
		try(point)
	}
	out := Optimum{}
	for {
		point, left, unit, err := g.next(at, values, tried)
		if err != nil {
			return Optimum{}, err
		}
		if out.Improvement = left * unit; out.Iterations == 0 {
			out.Expected = out.Improvement
		}
		if left < minImprovement || out.Iterations == maxIterations {
			break
		}
		tried[point] = true
		try(point)
		out.Iterations++
	}
	best := slices.Index(values, slices.Min(values))
	out.Lambda, out.Value = at[best], values[best]
	return out, nil
}

// grid is the range in which points are evaluated.
type grid struct{ low, high float64 }

func (r grid) at(point int) float64 {
	return r.low + (r.high-r.low)*float64(point)/(gridPoints-1)
}

// next returns the point with the greatest expected improvement among those not evaluated, that improvement in standard units, and the
// size of such a unit.
func (r grid) next(at, values []float64, tried map[int]bool) (point int, most, unit float64, err error) {
	g, err := newGaussian(at, values)
	if err != nil {
		return 0, 0, 0, err
	}
	best := (slices.Min(values) - g.mean) / g.sd
	for p := range gridPoints {
		if tried[p] {
			continue
		}
		v, err := g.improvement(r.at(p), best)
		if err != nil {
			return 0, 0, 0, err
		}
		if v > most {
			point, most = p, v
		}
	}
	return point, most, g.sd, nil
}
