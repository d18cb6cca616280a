package fingerprint

import "slices"

// ActiveShare is the greatest share of the vocabulary that a sparse value may use; the largest weights are kept, of equal ones
// those of the lower ids. It is part of what the sparse spaces are.
const ActiveShare = 0.05

// Strongest keeps the terms of the greatest weight, at most ActiveShare of a vocabulary of so many, in ascending order of
// their ids as they came. It works in place.
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
	equal := n - above // how many of exactly the least weight still fit
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
