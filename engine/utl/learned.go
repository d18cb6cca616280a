package utl

import "math"

// Learned is how much a memory teaches, in [0,1]: 1 − (1 − entropy·(λ_s + λ_c·coherence))^w_e with w_e = 0.5 + importance.
//
// λ_s is the weight of what is new, λ_c of what is new and also fits what is known. The published score ([LearningScore]) multiplies the two weights. So .7/.3 and .3/.7 give the
// same, and a copy, which is not new but fits, has .5, as has everything that teaches nothing. Here a memory with nothing new is 0 under all weights, and fit counts only as far as
// the memory is new. At the same coherence and importance memories have the order of their entropy, which depends on how they differ from the nearest one ([Beside]).
func Learned(entropy, coherence float64, l Lambdas, importance float64) float64 {
	new := entropy * (l.S + l.C*coherence)
	return 1 - math.Pow(1-min(max(new, 0), 1), .5+importance)
}

// goalShare scales how much alignment with the goals changes an importance: by at most half of this in either direction.
const goalShare = .5

// Importance returns the importance of a memory for how much it teaches: the given one, raised if the memory supports the goals more than usual, and lowered if less.
// theta (θ) is its alignment, of which .5 is usual. NaN, if there is no goal or nothing to compare, leaves the importance unchanged.
func Importance(given, theta float64) float64 {
	if math.IsNaN(theta) {
		return given
	}
	return min(max(given+goalShare*(theta-.5), 0), 1)
}
