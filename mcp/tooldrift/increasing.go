package tooldrift

import (
	"slices"
	"sort"
)

// increasing returns a longest increasing subsequence of distinct numbers: the tools that kept their order, so that as few as possible count as moved. Of several it returns the one
// that patience sorting finds, so the result is deterministic.
func increasing(order []int) []int {
	var tails []int // index into order of the smallest end of a run of each length
	before := make([]int, len(order))
	for i, v := range order {
		n := sort.Search(len(tails), func(j int) bool { return order[tails[j]] >= v })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	var out []int
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			out = append(out, order[i])
		}
	}
	slices.Reverse(out)
	return out
}
