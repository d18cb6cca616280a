package batch

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawBudget(t *rapid.T) Budget {
	return Budget{
		Tokens:   rapid.IntRange(1, 600).Draw(t, "tokens"),
		Rows:     rapid.IntRange(1, 20).Draw(t, "rows"),
		CallCost: rapid.IntRange(1, 100).Draw(t, "callCost"),
	}
}

func checkPlan(t *rapid.T, lengths []int, budget Budget, batches [][]int) {
	seen := make([]int, len(lengths))
	earliest := -1
	for _, rows := range batches {
		longest := 0
		for _, i := range rows {
			seen[i]++
			longest = max(longest, lengths[i])
		}
		if len(rows) > budget.Rows {
			t.Fatalf("%d rows, budget %d", len(rows), budget.Rows)
		}
		if cost := len(rows) * longest; cost > budget.Tokens && len(rows) != 1 {
			t.Fatalf("rows %v cost %d, budget %d", rows, cost, budget.Tokens)
		}
		if first := slices.Min(rows); first < earliest {
			t.Fatalf("row %d comes after a batch that begins with row %d", first, earliest)
		} else {
			earliest = first
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("row %d is in %d batches", i, n)
		}
	}
}

func TestPlanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(0, 700), 0, 80).Draw(t, "lengths")
		budget := drawBudget(t)
		checkPlan(t, lengths, budget, Plan(lengths, budget))
	})
}

// work is the quantity that Plan minimises.
func work(lengths []int, batches [][]int, budget Budget) int {
	_, padded := Cost(lengths, batches)
	return padded + len(batches)*budget.CallCost
}

// cheapest tries every way to put the rows from i on into the open batches or a new one: slow and exact.
func cheapest(lengths []int, budget Budget, batches [][]int, i int) int {
	if i == len(lengths) {
		for _, rows := range batches {
			longest := 0
			for _, r := range rows {
				longest = max(longest, lengths[r])
			}
			if len(rows) > 1 && (len(rows) > budget.Rows || len(rows)*longest > budget.Tokens) {
				return math.MaxInt
			}
		}
		return work(lengths, batches, budget)
	}
	least := math.MaxInt
	for b := range batches {
		batches[b] = append(batches[b], i)
		least = min(least, cheapest(lengths, budget, batches, i+1))
		batches[b] = batches[b][:len(batches[b])-1]
	}
	return min(least, cheapest(lengths, budget, append(slices.Clone(batches), []int{i}), i+1))
}

func TestPlanIsTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 6).Draw(t, "lengths")
		budget := Budget{
			Tokens:   rapid.IntRange(1, 200).Draw(t, "tokens"),
			Rows:     rapid.IntRange(1, 4).Draw(t, "rows"),
			CallCost: rapid.IntRange(1, 40).Draw(t, "callCost"),
		}
		got, want := work(lengths, Plan(lengths, budget), budget), cheapest(lengths, budget, nil, 0)
		if got != want {
			t.Fatalf("plan costs %d, the cheapest %d", got, want)
		}
	})
}

// Texts of log-normal length, about 60 tokens in the middle, as memories are.
func memoryLengths(n int) []int {
	r := rand.New(rand.NewPCG(1, 2))
	lengths := make([]int, n)
	for i := range lengths {
		lengths[i] = min(max(int(60*math.Exp(r.NormFloat64()*0.8)), 3), 512)
	}
	return lengths
}

func TestPlanWastesLittleAndNaiveMuch(t *testing.T) {
	lengths := memoryLengths(512)
	tokens, planned := Cost(lengths, Plan(lengths, Budget{}))
	_, naive := Cost(lengths, Naive(len(lengths)))
	if ratio := float64(planned) / float64(tokens); ratio > 1.1 {
		t.Errorf("planned batches compute %.2f tokens for each real one, want at most 1.1", ratio)
	}
	if ratio := float64(naive) / float64(planned); ratio < 2 {
		t.Errorf("naive batches compute only %.2f times the tokens of planned ones", ratio)
	}
}

func TestNaiveHoldsEveryRowInOrder(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 100} {
		var all []int
		for _, rows := range Naive(n) {
			if len(rows) > NaiveRows {
				t.Errorf("%d rows in one batch", len(rows))
			}
			all = append(all, rows...)
		}
		for i, r := range all {
			if i != r {
				t.Fatalf("place %d holds row %d", i, r)
			}
		}
		if len(all) != n {
			t.Errorf("%d rows, want %d", len(all), n)
		}
	}
}

func BenchmarkPlan512(b *testing.B) {
	lengths := memoryLengths(512)
	for b.Loop() {
		Plan(lengths, Budget{})
	}
}

func BenchmarkPlanOne(b *testing.B) {
	for b.Loop() {
		Plan([]int{60}, Budget{})
	}
}
