package dream

import (
	"cmp"
	"math"
	"slices"
)

const (
	// leastScore is the score from which a link is proposed. Of pairs read on notes of twelve public projects nine in ten above it belong together, of those from .46 to .5
	// sixteen of twenty-three.
	leastScore = .5
	// leastShared is how many words two memories must share so that a proposal says what it is about, and mostShared how many of them it names.
	leastShared, mostShared = 2, 5
	// MaxProposals is how many links one dream proposes at most, proposalsEach how many of them with the same memory.
	MaxProposals  = 20
	proposalsEach = 2
)

// Score tells how much two memories belong together, from 0 to 1: the geometric mean of how much their words agree ([Rarity.Agreement]) and how near the spaces find them
// ([Activation]). Words alone bring together what shares a phrase, and spaces alone what is of the same field.
func Score(agreement, activation float64) float64 { return math.Sqrt(agreement * activation) }

// Best are the proposals of highest score, ties by id, at most MaxProposals and two with the same memory.
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
