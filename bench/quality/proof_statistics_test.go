package quality

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 || math.IsNaN(got) != math.IsNaN(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestSpearmanOfKnownLists(t *testing.T) {
	for name, c := range map[string]struct {
		a, b []float64
		want float64
	}{
		"the same order":    {[]float64{1, 2, 30}, []float64{-5, 0, .1}, 1},
		"the reverse order": {[]float64{1, 2, 3, 4}, []float64{9, 7, 5, 3}, -1},
		// Without ties 1 − 6Σd²/(n(n²−1)): d = 1, 1, 0, 1, 1 gives 1 − 24/120.
		"two swaps": {[]float64{1, 2, 3, 4, 5}, []float64{2, 1, 3, 5, 4}, .8},
		// Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5/√(4.5·5).
		"a tie":        {[]float64{1, 2, 2, 3}, []float64{10, 20, 30, 40}, 4.5 / math.Sqrt(4.5*5)},
		"all the same": {[]float64{1, 1, 1}, []float64{1, 2, 3}, math.NaN()},
	} {
		near(t, name, spearman(c.a, c.b), c.want)
	}
}

func TestZScores(t *testing.T) {
	got := zScores([]float64{2, 4, 4, 4, 5, 5, 7, 9}) // mean 5, deviation 2
	near(t, "the first", got[0], -1.5)
	near(t, "the last", got[7], 2)
	for _, z := range zScores([]float64{3, 3}) {
		near(t, "one of equal values", z, 0)
	}
}

func TestWilsonInterval(t *testing.T) {
	for _, c := range []struct {
		s         share
		low, high float64 // computed by hand from Wilson's formula with z = 1.959963984540054
	}{
		{share{5, 10}, 0.236593090512564, 0.763406909487436},
		{share{0, 10}, 0, 0.277532799862889},
		{share{60, 100}, 0.502002586791062, 0.690598713567541},
	} {
		low, high := c.s.interval()
		near(t, "the lower end", low, c.low)
		near(t, "the upper end", high, c.high)
	}
}

func TestShareCounts(t *testing.T) {
	var s share
	for _, right := range []bool{true, false, true, true} {
		s.count(right)
	}
	near(t, "the share", s.value(), .75)
}

func TestAreaUnderCurve(t *testing.T) {
	near(t, "all above", areaUnderCurve([]float64{3, 4}, []float64{1, 2}), 1)
	near(t, "all below", areaUnderCurve([]float64{0}, []float64{1, 2}), 0)
	near(t, "three of four, one of them a tie", areaUnderCurve([]float64{1, 3}, []float64{1, 0}), .875)
}
