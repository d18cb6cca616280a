package quality

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// spearman is the rank correlation of two lists of equal length: Pearson's correlation of their ranks, where equal values share the
// mean of their ranks. NaN when a list has fewer than two different values.
func spearman(a, b []float64) float64 { return pearson(averageRanks(a), averageRanks(b)) }

// averageRanks gives each value its rank from 1, equal values the mean of theirs.
func averageRanks(values []float64) []float64 {
	order := ascending(values)
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+j+1) / 2 // the mean of i+1 … j
		}
		i = j
	}
	return ranks
}

// ascending lists the places of values from the least to the greatest.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}

// pearson is the linear correlation of two lists of equal length.
func pearson(a, b []float64) float64 {
	ma, mb := meanOf(a), meanOf(b)
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-ma, b[i]-mb
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// meanOf is NaN for an empty list.
func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// zScores are the values less their mean, in standard deviations (of the whole population); all zero when they are equal.
func zScores(values []float64) []float64 {
	m, square := meanOf(values), 0.0
	for _, v := range values {
		square += (v - m) * (v - m)
	}
	out := make([]float64, len(values))
	if square == 0 {
		return out
	}
	deviation := math.Sqrt(square / float64(len(values)))
	for i, v := range values {
		out[i] = (v - m) / deviation
	}
	return out
}

// share is how many of a number of trials came out right.
type share struct{ right, trials int }

// count adds a trial.
func (s *share) count(right bool) {
	s.trials++
	if right {
		s.right++
	}
}

// value is NaN without trials.
func (s share) value() float64 { return float64(s.right) / float64(s.trials) }

// interval holds the true share with 95 % confidence: Wilson's score interval (Wilson 1927), which stays within 0…1 and holds for
// few trials as well.
func (s share) interval() (low, high float64) {
	const z = 1.959963984540054 // Φ(z) = .975
	n, p := float64(s.trials), s.value()
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}

// between is the interval for people.
func (s share) between() string {
	low, high := s.interval()
	return fmt.Sprintf("95 %% interval %.3f to %.3f", low, high)
}

// areaUnderCurve is the share of pairs of a positive and a negative value in which the positive one is greater; a tie counts as half.
// It is the area under the ROC curve (Mann and Whitney 1947).
func areaUnderCurve(positive, negative []float64) float64 {
	ranks := averageRanks(slices.Concat(positive, negative))
	sum := 0.0
	for _, r := range ranks[:len(positive)] {
		sum += r
	}
	n, m := float64(len(positive)), float64(len(negative))
	return (sum - n*(n+1)/2) / (n * m)
}
