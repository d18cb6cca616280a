package drift

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"asterism/models"
)

// Vector holds one number per space; NaN is absent.
type Vector = [models.Count]float64

// EqualWeights gives every space the same weight.
func EqualWeights() (w Vector) {
	for s := range w {
		w[s] = 1
	}
	return w
}

// Combine computes one similarity from the spaces' (each within [0,1], NaN: absent and left out) with their weights (≥ 0, of
// any sum). With wᵢ the weights of the present spaces, scaled to sum to 1, and aᵢ their similarities:
//
//	cosine     Σ wᵢ·aᵢ                            the weighted mean
//	euclidean  1 − √(Σ wᵢ·(1−aᵢ)²)                the distance from the goal itself, where every aᵢ is 1: one low space counts more
//	group      mean over groups of Σ w·a / Σ w    each of [Groups] counts once, however many spaces it has
//	synergy    ∏ aᵢ^wᵢ                            the geometric mean: high only if the spaces agree, 0 if one is 0
//	dominant   mean of the highest aᵢ             those with a third of the weight: the best evidence
//
// Each strategy gives a value within [0,1], which equals the spaces' similarity if all are equal, and never falls when a
// space's similarity grows. An unknown strategy is an error, and so is a measurement in which no present space has a weight.
func Combine(s Strategy, similarity, weights Vector) (float64, error) {
	parts, err := present(similarity, weights)
	if err != nil {
		return math.NaN(), err
	}
	switch s {
	case Cosine:
		return within(mean(parts)), nil
	case Euclidean:
		return within(euclidean(parts)), nil
	case Group:
		return within(group(parts)), nil
	case Synergy:
		return within(synergy(parts)), nil
	case Dominant:
		return within(dominant(parts)), nil
	}
	return math.NaN(), fmt.Errorf("unknown strategy %q; valid are %v", s, Strategies)
}

// part is a present space.
type part struct {
	space                models.Space
	similarity, fraction float64 // fractions sum to 1
}

func present(similarity, weights Vector) ([]part, error) {
	var parts []part
	sum := 0.0
	for s, a := range similarity {
		if w := weights[s]; !math.IsNaN(a) && w > 0 {
			parts = append(parts, part{models.Space(s), a, w})
			sum += w
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("combine similarities: no space has a value and a weight")
	}
	for i := range parts {
		parts[i].fraction /= sum
	}
	return parts, nil
}

// within removes what rounding adds beyond [0,1].
func within(v float64) float64 { return min(max(v, 0), 1) }

func mean(parts []part) (sum float64) {
	for _, p := range parts {
		sum += p.fraction * p.similarity
	}
	return sum
}

func euclidean(parts []part) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p.fraction * (1 - p.similarity) * (1 - p.similarity)
	}
	return 1 - math.Sqrt(sum)
}

// Groups lists the spaces by kind of evidence.
var Groups = func() (out []struct {
	Name   string
	Spaces models.Set
}) {
	for e, name := range models.Evidences {
		out = append(out, struct {
			Name   string
			Spaces models.Set
		}{name, models.OfEvidence(models.Evidence(e))})
	}
	return out
}()

func group(parts []part) float64 {
	sum, groups := 0.0, 0
	for _, g := range Groups {
		weighed, weight := 0.0, 0.0
		for _, p := range parts {
			if g.Spaces.Has(p.space) {
				weighed += p.fraction * p.similarity
				weight += p.fraction
			}
		}
		if weight > 0 {
			sum += weighed / weight
			groups++
		}
	}
	return sum / float64(groups)
}

func synergy(parts []part) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p.fraction * math.Log(p.similarity) // −∞ for 0, whose exponential is 0
	}
	return math.Exp(sum)
}

// dominantShare is the share of the weight over which the strategy dominant takes the mean of the best spaces. The last of
// them counts only with the part of its weight that is needed, so that the result is continuous.
const dominantShare = 1. / 3

func dominant(parts []part) float64 {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(b.similarity, a.similarity) })
	sum, left := 0.0, dominantShare
	for _, p := range parts {
		take := min(p.fraction, left)
		sum += take * p.similarity
		left -= take
	}
	return sum / (dominantShare - left)
}
