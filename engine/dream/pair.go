package dream

import (
	"cmp"
	"math"
	"slices"
)

const (
	// leastScore is the lowest score of a proposal. On notes of twelve public projects, nine in ten of the pairs above it that were read belong together; of those from .46 to
	// .5 it was sixteen of twenty-three.
	leastScore = .5
	// leastShared is how many words two memories must share, and mostShared how many of them a proposal names.
	leastShared, mostShared = 2, 5
	// MaxProposals is the most links that one dream proposes, and proposalsEach the most of them with the same memory.
	MaxProposals  = 20
	proposalsEach = 2
)

// Score returns how much two memories belong together, from 0 to 1: the geometric mean of the agreement of their words ([Rarity.Agreement]) and their nearness in the spaces
// ([Activation]). Words alone would join memories that share a phrase, spaces alone memories of the same field.
func Score(agreement, activation float64) float64 { return math.Sqrt(agreement * activation) }

// Best returns the proposals with the highest scores, ties by id: at most MaxProposals, and two with the same memory.
func Best(all []Proposal) []Proposal {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), Pair{a.A, a.B}.Compare(Pair{b.A, b.B}))
	})
	used := map[[16]byte]int{}
	var out []Proposal
	for _, p := range all {
		if len(out) == MaxProposals {
			break
		}
		if used[p.A] < proposalsEach && used[p.B] < proposalsEach {
			used[p.A]++
			used[p.B]++
			out = append(out, p)
		}
	}
	return out
}
