package purpose

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Reference is what memories are compared with: a goal's values, or the centre of a set of memories, and their similarities to unrelated
// texts.
type Reference struct {
	Values     fingerprint.Fingerprint
	Background *Background // of the same spaces, only those of form
	// Mean and Spread are mean and standard deviation of the similarities to the cohort minus the background. NaN in spaces that take no part.
	Mean, Spread [models.Count]float64
}

const (
	// leastSpread is for a space in which the whole cohort is about equally similar: there rounding would be turned into alignment.
	leastSpread = 1e-3
	// leastCohort is the least number of similarities for a mean and a deviation.
	leastCohort = 8
)

// Calibrate makes a reference of values by cohort normalisation, the Z-norm of speaker verification (R. Auckenthaler, M. Carey, H.
// Lloyd-Thomas: Score normalization for text-independent speaker verification systems, Digital Signal Processing 10, 2000). A similarity
// alone has no meaning: it depends on the space, and on how general the reference is. Its distance from the similarities of unrelated texts,
// in standard deviations, does have one. Spaces in which the values are absent take no part, nor do the temporal ones: a goal has no time. It
// is an error if no space is left, or if fewer than eight texts of the cohort have a value in one of them.
func Calibrate(values *fingerprint.Fingerprint, by *Strangers) (*Reference, error) {
	r := &Reference{Values: *values}
	for s := range r.Values {
		r.Mean[s], r.Spread[s] = math.NaN(), math.NaN()
		if models.Space(s).Info().Origin == models.FromTime {
			r.Values[s] = fingerprint.Value{}
		}
	}
	r.Background = by.background.in(r.Spaces())
	for _, s := range r.Spaces().Spaces() {
		var similar []float64
		for i := range by.Texts {
			if text := &by.Texts[i][s]; !text.Absent() {
				similar = append(similar, r.over(s, text))
			}
		}
		if len(similar) < leastCohort {
			return nil, fmt.Errorf("calibrate %v: %d texts of the cohort have a value there, at least %d are needed", s, len(similar), leastCohort)
		}
		r.Mean[s], r.Spread[s] = moments(similar)
	}
	if r.Spaces() == 0 {
		return nil, fmt.Errorf("calibrate a reference: it has a value in no space")
	}
	return r, nil
}

// over returns a text's similarity to the reference minus the background.
func (r *Reference) over(s models.Space, text *fingerprint.Value) float64 {
	x := fingerprint.Similarity(s, &r.Values[s], text)
	if f := r.Background.Factor[s]; f != 0 {
		x -= f * fingerprint.Similarity(s, &r.Background.Values[s], text)
	}
	return x
}

// moments returns mean and standard deviation.
func moments(v []float64) (mean, spread float64) {
	for _, x := range v {
		mean += x
	}
	mean /= float64(len(v))
	for _, x := range v {
		spread += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(spread / float64(len(v)-1))
}

// Spaces returns those in which the reference has a value.
func (r *Reference) Spaces() models.Set { return r.Values.Present() }

// Steepness and Centre are the constants of [Reference.Align]. The centre is above the mean of the cohort: unrelated work is generally nearer to a
// goal than texts about everything (sections of other software projects are nearer to a software project's goal than aerodynamics is), and should
// still have an alignment below .55. Both were chosen with the development goals of `make bench-learning`, knowing sections of six projects' notes.
// The AUC of detection hardly depends on them; the shares of windows that get the right level do, and one grows at the cost of the other.
const (
	Steepness = 4
	Centre    = .4
)

// Align converts similarities to the reference, and those to its background, into alignments in [0,1]: F(4·(z − .4)) of the standard score z =
// (s − f·b − μ)/σ, where F is the cumulative distribution function of Student's t with two degrees of freedom, ½(1 + x/√(2 + x²)). The normal
// distribution has thinner tails than the similarities: it would be 1 for everything near the goal, and would not distinguish neighbouring
// topics from the goal's own. NaN stays NaN.
func (r *Reference) Align(raw, background [models.Count]float64) (out [models.Count]float64) {
	for s, x := range raw {
		if f := r.Background.Factor[s]; f != 0 {
			x -= f * background[s]
		}
		x = Steepness * ((x-r.Mean[s])/max(r.Spread[s], leastSpread) - Centre)
		out[s] = (1 + x/math.Sqrt(2+x*x)) / 2
	}
	return out
}
