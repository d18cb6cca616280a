package fingerprint

import "slices"

// ActiveShare is the greatest share of the vocabulary that a sparse value may use; the largest weights are kept, among equal
// ones those of the lower ids. It is part of the definition of the sparse spaces.
const ActiveShare = 0.05

// Strongest keeps the terms of the greatest weights, at most ActiveShare of a vocabulary of this size, in ascending order
// of their ids as before. It works in place.
func Strongest(terms []TermWeight, vocabulary int) []TermWeight {
	n := int(ActiveShare * float64(vocabulary))
	if len(terms) <= n {
		return terms
	}
	weights := make([]float32, len(terms))
	for i, t := range terms {
		weights[i] = t.Weight
	}
	slices.Sort(weights)
	least := weights[len(weights)-n]
	above := 0
	for _, v := range weights[len(weights)-n:] {
		if v > least {
			above++
		}
	}
	equal := n - above // how many with exactly the least weight still fit
	out := terms[:0]
	for _, t := range terms {
		if t.Weight == least {
			equal--
		}
		if t.Weight > least || t.Weight == least && equal >= 0 {
			out = append(out, t)
		}
	}
	return out
}
