package dream

import (
	"cmp"
	"math"
	"slices"

	"asterism/models"
)

const (
	// Agreeing is the percentile above which two memories agree in a space, Differing the one below which they differ.
	Agreeing  = .9
	Differing = .5
	// leastSpaces is in how many spaces they must do either: in one of nine, two memories in three agree by chance.
	leastSpaces = 2
	// MaxProposals is how many links one dream proposes at most, proposalsEach how many of them with the same memory.
	MaxProposals  = 20
	proposalsEach = 2
)

// Propose tells whether two memories are distant and yet agree: in at least two spaces above Agreeing, of which meaning (E1) is one where both have it, and in at least two below
// Differing. Of 60 proposals read on notes of twelve projects 16 belonged together and 44 shared a field or a word; of those without meaning, 5 of 39. On nine other projects 7 of 30 belonged together before
// meaning was asked for, and 16 of 50 since. No other space, and no count or rarity of the words
// that they share, told the two apart. The score, in (0,1], is the mean percentile of the first less that of the others.
func Propose(p Pair, percentiles [models.Count]float64) (Proposal, bool) {
	out := Proposal{A: p.A, B: p.B}
	if percentiles[models.Semantic] <= Agreeing {
		return out, false
	}
	high, low := 0.0, 0.0
	for s, x := range percentiles {
		switch code := models.Space(s).Code(); {
		case math.IsNaN(x):
		case x > Agreeing:
			out.Agree = append(out.Agree, code)
			high += x
		case x < Differing:
			out.Differ = append(out.Differ, code)
			low += x
		}
	}
	if len(out.Agree) < leastSpaces || len(out.Differ) < leastSpaces {
		return out, false
	}
	out.Score = high/float64(len(out.Agree)) - low/float64(len(out.Differ))
	return out, true
}

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
