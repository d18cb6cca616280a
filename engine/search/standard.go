package search

import (
	"context"
	"math"

	"asterism/models"
)

// standard is the scale of a space's similarities over the rows of one scan. Cosines, dot products and shares of equal bits
// are not to be added; how many standard deviations a memory stands above the average one is.
type standard struct{ mean, deviation float64 }

// score is the standard score (z) of a similarity.
func (s standard) score(similarity float32) float64 {
	return (float64(similarity) - s.mean) / s.deviation
}

// beliefs is for how many memories the typical scale counts. With a handful stored, the spread of their similarities is a
// matter of luck, and a space that sees nothing would shout as loud as one that knows; with some hundreds, typical is forgotten.
const beliefs = 20

// typical are mean and standard deviation of the similarities of a question with memories it has nothing to do with. For the
// sparse spaces they are in units of the length of the question's weight vector. Rounded means over held-out training text and notes
// with the compact models: eleven sets (E12: without the commands, which are too short to be typical), for E6, E10 and E13 five of
// them. E2, E3 and E4: moments drawn by chance from a year (a test holds them to it).
var typical = [models.Count]standard{
	models.Semantic: {0.08, 0.11}, models.TemporalRecent: {0.51, 0.039}, models.TemporalPeriodic: {0, 0.046},
	models.TemporalPositional: {0, 0.044}, models.Causal: {0.17, 0.095}, models.Sparse: {0.09, 0.22}, models.Code: {0.07, 0.096},
	models.Graph: {0.04, 0.10}, models.HDC: {0.27, 0.048}, models.Multimodal: {0.15, 0.10}, models.Entity: {0.10, 0.10},
	models.LateInteraction: {0.83, 0.015}, models.Splade: {0.16, 0.30},
}

// standards measures every space that was scored.
func (s *scan) standards(ctx context.Context) (out [models.Count]standard, err error) {
	spaces := s.probe.spaces.Spaces()
	err = parallel(ctx, len(spaces), func(_ *workspace, i int) {
		if v := spaces[i]; s.scores[v] != nil {
			out[v] = measure(s.scores[v], s.expected(v))
		}
	})
	return out, err
}

// expected is the typical scale of a space for this question.
func (s *scan) expected(v models.Space) standard {
	t := typical[v]
	if table := s.probe.terms[v]; table != nil {
		sum := 0.0
		for _, term := range s.probe.values[v].Terms {
			sum += float64(table[term.ID]) * float64(table[term.ID])
		}
		t.mean, t.deviation = t.mean*math.Sqrt(sum), t.deviation*math.Sqrt(sum)
	}
	return t
}

// measure is the mean and deviation of the values that are numbers, together with the belief that they are as expected: the
// posterior of a normal distribution whose prior is worth [beliefs] values (Murphy 2007, Conjugate Bayesian analysis of the
// Gaussian distribution, section 3).
func measure(values []float32, expected standard) standard {
	n, sum := 0.0, 0.0
	for _, v := range values {
		if v == v {
			n++
			sum += float64(v)
		}
	}
	if n == 0 {
		return expected
	}
	mean, squares := sum/n, 0.0
	for _, v := range values {
		if v == v {
			squares += (float64(v) - mean) * (float64(v) - mean)
		}
	}
	off := mean - expected.mean
	squares += beliefs*expected.deviation*expected.deviation + off*off*n*beliefs/(n+beliefs)
	return standard{(sum + beliefs*expected.mean) / (n + beliefs), math.Sqrt(squares / (n + beliefs))}
}
