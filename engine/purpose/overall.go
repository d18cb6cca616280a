package purpose

import (
	"math"

	"asterism/models"
)

// Overall is θ, the mean of the alignments over the spaces that are present; NaN if none is.
func Overall(aligned [models.Count]float64) float64 {
	sum, n := 0.0, 0
	for _, a := range aligned {
		if !math.IsNaN(a) {
			sum += a
			n++
		}
	}
	return sum / float64(n) // 0/0 is NaN
}

// Verdict names how well a memory is aligned.
type Verdict string

// The verdicts, best first.
const (
	Optimal    Verdict = "optimal"
	Acceptable Verdict = "acceptable"
	Warning    Verdict = "warning"
	Critical   Verdict = "critical"
)

// VerdictOf is optimal from .75 on, acceptable from .70, warning from .55, otherwise critical; "" for
// NaN.
func VerdictOf(theta float64) Verdict {
	switch {
	case theta >= .75:
		return Optimal
	case theta >= .70:
		return Acceptable
	case theta >= .55:
		return Warning
	case theta == theta:
		return Critical
	}
	return ""
}

// Vector returns the alignments in a memory's stored form.
func Vector(aligned [models.Count]float64) (out [models.Count]float32) {
	for s, a := range aligned {
		out[s] = float32(a)
	}
	return out
}
