package utl

import "math"

// LearningScore is L = σ(2·(2λ_s·entropy)·(2λ_c·coherence)·w_e·cos φ), in (0,1), with w_e = 0.5 + importance and φ the
// phase lag in [0, π]. Entropy .65, coherence .78, λ .5/.5, w_e 1, φ 0 give .73.
func LearningScore(entropy, coherence float64, l Lambdas, importance, phase float64) float64 {
	x := 2 * (2 * l.S * entropy) * (2 * l.C * coherence) * (0.5 + importance) * math.Cos(phase)
	return 1 / (1 + math.Exp(-x))
}
