package rank

import (
	"math/rand/v2"
	"slices"
)

// Resamples is the number of draws behind an interval.
const Resamples = 10_000

// Interval is where the mean of a difference is in 95 % of the resamples.
type Interval struct{ Mean, Low, High float64 }

// Bootstrap is the percentile bootstrap (Efron & Tibshirani 1993, chapter 13) of the mean over groups of the mean of each group: the
// questions of a set are drawn with replacement, set by set, since the sets are given and their questions a sample. One
// group is the interval of one set. Differences of two systems on the same questions make it a paired one. It always draws
// the same.
func Bootstrap(groups ...[]float64) Interval {
	out := Interval{Mean: MeanOfMeans(groups)}
	r := rand.New(rand.NewPCG(95, Resamples))
	means := make([]float64, Resamples)
	for i := range means {
		for _, g := range groups {
			sum := 0.0
			for range g {
				sum += g[r.IntN(len(g))]
			}
			means[i] += sum / float64(len(g)) / float64(len(groups))
		}
	}
	slices.Sort(means)
	out.Low, out.High = means[Resamples*25/1000], means[Resamples*975/1000-1]
	return out
}

// MeanOfMeans is the mean over groups of the mean of each.
func MeanOfMeans(groups [][]float64) (m float64) {
	for _, g := range groups {
		sum := 0.0
		for _, v := range g {
			sum += v
		}
		m += sum / float64(len(g)) / float64(len(groups))
	}
	return m
}
