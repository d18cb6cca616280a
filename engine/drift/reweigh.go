package drift

import "math"

// surest bounds the share of unrelated texts that a space is believed to distinguish from work on the goal.
const surest = .999

// trust is how many memories of evidence weigh as much as the assumption that all spaces, or goals by their levels, are equal.
const trust = 20

// bound is how far a weight may move from its start: to its half and to its double.
const bound = 2

// Reweigh proposes weights of spaces, around 1: spaces that distinguish work on the goal from unrelated texts get more weight.
// onGoal is each space's mean calibrated similarity over memories that are on the goal, NaN where absent. Calibration gives the
// share of unrelated texts that are less similar. So that mean is the probability that such a memory beats an unrelated text, the
// area A under the ROC curve, and d′ = √2·Φ⁻¹(A) is the distance of the two in deviations (D. Green, J. Swets: Signal Detection
// Theory and Psychophysics, 1966): the weight of each in the best linear discriminant of independent spaces. With d̄ the mean over
// the present spaces, n memories and [trust] k:
//
//	w = clamp((n·d′/d̄ + k) / (n + k), ½, 2), d′ ≥ 0
//
// Without evidence, or if no space distinguishes anything, all weights are 1; so is that of an absent space.
func Reweigh(onGoal Vector, n int) Vector {
	sum, present := 0.0, 0
	for _, a := range onGoal {
		if !math.IsNaN(a) {
			sum += separation(a)
			present++
		}
	}
	out := EqualWeights()
	if sum == 0 || n <= 0 {
		return out
	}
	for s, a := range onGoal {
		if !math.IsNaN(a) {
			out[s] = shrunk(separation(a)*float64(present)/sum, n)
		}
	}
	return out
}

// separation is d′ of an area under the ROC curve; 0 at chance and below.
func separation(area float64) float64 {
	return max(2*math.Erfinv(2*min(area, surest)-1), 0) // Φ⁻¹(p) = √2·erf⁻¹(2p−1)
}

// Share proposes weights of sibling goals: a goal with more of the work than its weight among its siblings gets a greater
// weight. nearest counts the memories that are nearest to each goal. With wᵢ a weight, Σw their sum, nᵢ of n memories:
//
//	w′ᵢ = wᵢ · clamp((n·(nᵢ/n)/(wᵢ/Σw) + k) / (n + k), ½, 2)
func Share(weights []float64, nearest []int) []float64 {
	sum, n := 0.0, 0
	for i, w := range weights {
		sum += w
		n += nearest[i]
	}
	out := make([]float64, len(weights))
	for i, w := range weights {
		if out[i] = w; w > 0 && n > 0 {
			out[i] = w * shrunk(float64(nearest[i])/float64(n)*sum/w, n)
		}
	}
	return out
}

func shrunk(ratio float64, n int) float64 {
	v := (float64(n)*ratio + trust) / float64(n+trust)
	return min(max(v, 1./bound), bound)
}
