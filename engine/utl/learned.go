package utl

import "math"

// Learned is how much a memory teaches, in [0,1]: 1 − (1 − entropy·(λ_s + λ_c·coherence))^w_e with w_e = 0.5 + importance.
//
// λ_s weighs what is new by itself, λ_c what is new and fits what is known. The published score ([LearningScore]) multiplies the two weights, so that .7/.3 and .3/.7 give
// the same, and a copy, which is not new but fits, has .5 like everything that teaches nothing. Here nothing new is 0 under all weights, and what fits counts as far as it is
// new: at the same coherence and importance memories stand in the order of their entropy, which is that of what they say beside the nearest one ([Beside]).
func Learned(entropy, coherence float64, l Lambdas, importance float64) float64 {
	new := entropy * (l.S + l.C*coherence)
	return 1 - math.Pow(1-min(max(new, 0), 1), .5+importance)
}

// goalShare is how much alignment with the goals adds to an importance, or takes from it, at most half of this either way.
const goalShare = .5

// Importance is that of a memory for how much it teaches: the given one, raised where the memory works for the goals more than is usual and lowered where it does less.
// θ is its alignment, of which .5 is usual; NaN, where there is no goal or nothing to compare, leaves the importance as it is.
func Importance(given, theta float64) float64 {
	if math.IsNaN(theta) {
		return given
	}
	return min(max(given+goalShare*(theta-.5), 0), 1)
}
