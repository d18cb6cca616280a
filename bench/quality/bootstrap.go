package quality

import "asterism/bench/rank"

// resamples is the number of draws behind an interval.
const resamples = rank.Resamples

// interval is where the mean of a difference lies in 95 % of the resamples.
type interval struct{ mean, low, high float64 }

// bootstrap is [rank.Bootstrap].
func bootstrap(groups ...[]float64) interval {
	i := rank.Bootstrap(groups...)
	return interval{i.Mean, i.Low, i.High}
}

func meanOfMeans(groups [][]float64) float64 { return rank.MeanOfMeans(groups) }

// differences are those of two systems, question by question.
func differences(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
