package profile

import (
	"math"
	"math/rand/v2"

	"asterism/engine/intent"
)

const (
	passes  = 6
	rate    = 0.3
	penalty = 1e-5 // of squared weights
)

// train fits logistic regression by stochastic gradient descent, always in the same order. Both classes weigh the same.
func train(examples []example) (bias float64, weights []float64) {
	var of [2]float64
	features := make([][]uint16, len(examples))
	for i := range examples {
		features[i] = intent.Features(examples[i].text)
		of[index(examples[i].code)] += examples[i].weight
	}
	weights = make([]float64, intent.CodeFeatures)
	squares := make([]float64, intent.CodeFeatures) // of gradients (Duchi et al. 2011, AdaGrad)
	biasSquares := 0.
	r := rand.New(rand.NewPCG(1, 2))
	for range passes {
		for _, i := range r.Perm(len(examples)) {
			e, list := &examples[i], features[i]
			if len(list) == 0 {
				continue
			}
			share := 1 / math.Sqrt(float64(len(list)))
			score := bias
			for _, f := range list {
				score += weights[f] * share
			}
			target := float64(index(e.code))
			g := (1/(1+math.Exp(-score)) - target) * e.weight * (of[0] + of[1]) / (2 * of[index(e.code)])
			biasSquares += g * g
			bias -= rate * g / math.Sqrt(biasSquares+1)
			for _, f := range list {
				d := g*share + penalty*weights[f]
				squares[f] += d * d
				weights[f] -= rate * d / math.Sqrt(squares[f]+1e-2)
			}
		}
	}
	return bias, weights
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}
