package batch

import (
	"cmp"
	"slices"
)

// Budget bounds one batch and prices a call. Zero fields mean the default of [Budget.WithDefaults].
type Budget struct {
	Tokens   int // most padded tokens of a batch: rows × longest; a single row may exceed it
	Rows     int // most rows of a batch
	CallCost int // cost of starting one more batch, in tokens of work; padding is weighed against it
}

// Defaults of a budget. On the CPU small batches of similar length are as fast per token as large ones, and 8 × 128
// tokens stay in the cache.
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

// Plan decides which rows share a batch: lengths[i] is the number of tokens of row i, and the result lists row
// numbers. Every row is in exactly one batch, each batch costs at most the budget unless it is a single row, and the
// sum of padded tokens and call costs is the least possible for such batches.
//
// Rows of a batch are ordered by length; batches by their earliest row. So the row that has waited longest is in the
// first batch, and no row starves if the caller passes rows in order of arrival.
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

// cheapestCuts is the classic dynamic program over the sorted rows: from[j] is the start of the last batch in the
// cheapest cut of the first j rows. Cutting the sorted order is enough: exchanging two rows between batches so that
// the longer one joins the longer batch never makes either batch longer.
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
