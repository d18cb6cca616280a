package main

import (
	"math/rand/v2"
	"slices"
)

// resamples is the number of draws behind an interval.
const resamples = 10_000

// interval is where the mean of a difference lies in 95 % of the resamples.
type interval struct{ mean, low, high float64 }

// bootstrap is the percentile bootstrap (Efron & Tibshirani 1993, chapter 13) of the mean over groups of the mean of each group: the
// questions of a set are drawn with replacement, set by set, since the sets are given and their questions a sample. One
// group is the interval of one set. Differences of two systems on the same questions make it a paired one. It always draws
// the same.
func bootstrap(groups ...[]float64) interval {
	out := interval{mean: meanOfMeans(groups)}
	r := rand.New(rand.NewPCG(95, resamples))
	means := make([]float64, resamples)
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
	out.low, out.high = means[resamples*25/1000], means[resamples*975/1000-1]
	return out
}

func meanOfMeans(groups [][]float64) (m float64) {
	for _, g := range groups {
		sum := 0.0
		for _, v := range g {
			sum += v
		}
		m += sum / float64(len(g)) / float64(len(groups))
	}
	return m
}

// differences are those of two systems, question by question.
func differences(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
