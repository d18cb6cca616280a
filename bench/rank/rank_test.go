package rank

import (
	"math"
	"testing"
)

func TestNDCGOfKnownRankings(t *testing.T) {
	// Gains 3 2 3 0 1 2 in that order, and a 3 and a 2 that are never found: DCG 6.861127, the ideal 3 3 3 2 2 2 1 has 9.073595.
	graded := map[int]float64{1: 3, 2: 2, 3: 3, 5: 1, 6: 2, 90: 3, 91: 2}
	for _, c := range []struct {
		ranking  []int
		relevant map[int]float64
		cut      int
		want     float64
	}{
		{[]int{7, 1}, map[int]float64{7: .5}, 10, 1},
		{[]int{1, 7}, map[int]float64{7: 1}, 10, 1 / math.Log2(3)},
		{[]int{1, 7}, map[int]float64{7: 1}, 1, 0},
		{nil, map[int]float64{7: 1}, 10, 0},
		{[]int{1, 2, 3, 4, 5, 6}, graded, 10, 6.861127 / 9.073595},
	} {
		if got := NDCG(c.ranking, c.relevant, c.cut); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v of %v at %d is %v, want %v", c.ranking, c.relevant, c.cut, got, c.want)
		}
	}
}

func TestBootstrapOfKnownSamples(t *testing.T) {
	if got := Bootstrap([]float64{2, 2, 2}, []float64{4, 4}); got != (Interval{3, 3, 3}) {
		t.Errorf("interval of constants is %+v, want 3 throughout", got)
	}
	// 400 differences, half of them 0 and half 1: the mean is .5 and its standard error .025, so 95 % lie within ±.049.
	sample := make([]float64, 400)
	for i := range sample {
		sample[i] = float64(i % 2)
	}
	got := Bootstrap(sample)
	if got.Mean != 0.5 || math.Abs(got.Low-0.451) > 0.004 || math.Abs(got.High-0.549) > 0.004 {
		t.Errorf("interval is %+v, want about .451 to .549", got)
	}
	if again := Bootstrap(sample); again != got {
		t.Errorf("a second run gives %+v after %+v", again, got)
	}
	// Two groups: the mean of means, whose standard error is that of the noisy one halved.
	both := Bootstrap(sample, []float64{1, 1, 1})
	if both.Mean != 0.75 || math.Abs(both.High-both.Low-0.049) > 0.005 {
		t.Errorf("interval of two groups is %+v, want a width of .049 around .75", both)
	}
}
