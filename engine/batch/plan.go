package batch

import (
	"cmp"
	"slices"
)

// Budget bounds one batch and prices a call. Zero fields mean the default of [Budget.WithDefaults].
type Budget struct {
	Tokens   int // most padded tokens a batch: rows × longest; one row alone may exceed it
	Rows     int // most rows a batch
	CallCost int // what starting one more batch costs, in tokens of work; the price against which padding is weighed
}

// Defaults of a budget. On the CPU small batches of like length are as fast a token as large ones, and 8 × 128 tokens
// stay in the cache.
const (
	DefaultTokens   = 1024
	DefaultRows     = 64
	DefaultCallCost = 16
)

// WithDefaults fills in the fields that are zero or less.
func (b Budget) WithDefaults() Budget {
	if b.Tokens <= 0 {
		b.Tokens = DefaultTokens
	}
	if b.Rows <= 0 {
		b.Rows = DefaultRows
	}
	if b.CallCost <= 0 {
		b.CallCost = DefaultCallCost
	}
	return b
}

// Plan says which rows travel together: lengths[i] is the number of tokens of row i, the answer lists row numbers.
// Every row is in exactly one batch, each batch costs at most the budget unless it is a single row, and the sum of
// padded tokens and call costs is the least that such batches can have.
//
// Rows of a batch are ordered by length; batches by their earliest row, so the row that has waited longest is in the
// first batch and nobody starves when the caller gives rows in order of arrival.
func Plan(lengths []int, budget Budget) [][]int {
	budget = budget.WithDefaults()
	order := make([]int, len(lengths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lengths[a], lengths[b]) })
	batches := cut(order, cheapestCuts(order, lengths, budget))
	slices.SortFunc(batches, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	return batches
}

// cheapestCuts is the classic dynamic program over the sorted rows: from[j] is where the last batch of the cheapest
// cut of the first j rows begins. Cutting the sorted order suffices: swapping two rows between batches so that the
// longer one joins the longer batch never makes either batch longer.
func cheapestCuts(order, lengths []int, budget Budget) (from []int) {
	best := make([]int, len(order)+1)
	from = make([]int, len(order)+1)
	for j := 1; j <= len(order); j++ {
		longest := max(lengths[order[j-1]], 1)
		best[j], from[j] = best[j-1]+longest+budget.CallCost, j-1
		for i := j - 2; i >= 0; i-- {
			rows := j - i
			if rows > budget.Rows || rows*longest > budget.Tokens {
				break
			}
			if c := best[i] + rows*longest + budget.CallCost; c <= best[j] {
				best[j], from[j] = c, i
			}
		}
	}
	return from
}

// cut walks the cuts from the end and returns the pieces of order, the longest rows first.
func cut(order, from []int) [][]int {
	var batches [][]int
	for j := len(order); j > 0; j = from[j] {
		batches = append(batches, order[from[j]:j:j])
	}
	return batches
}
