package answerable

import (
	"math"

	"asterism/engine/relevance"
)

// ridge is the penalty on a weight, in examples; sampled: of the wrong hits behind the third, one in sampled takes part and stands for all.
const (
	ridge   = 10
	sampled = 5
)

// examples are rows for [logistic].
type examples struct {
	x              [][]float64
	labels, counts []float64
}

// gather makes an example of each hit; every set counts the same.
func gather(cases []Case, use func(set string) bool, of func(features []float64) []float64) (out examples) {
	per := map[string]float64{}
	for i := range cases {
		per[cases[i].Set]++
	}
	for i := range cases {
		c := &cases[i]
		if !use(c.Set) {
			continue
		}
		for k, h := range c.Hits {
			count, label := 1000/per[c.Set], 0.0
			switch {
			case h.Right:
				label = 1
			case k >= 3 && (i+k)%sampled != 0:
				continue
			case k >= 3:
				count *= sampled
			}
			out.x, out.labels, out.counts = append(out.x, of(h.Features)), append(out.labels, label), append(out.counts, count)
		}
	}
	return out
}

// fitOne fits weights and bias. A feature whose weight would have the wrong sign is left out, the worst first.
func fitOne(e examples) *relevance.Model {
	m := &relevance.Model{Features: relevance.Names(), Weights: make([]float64, len(relevance.Known)), Slope: 1}
	var use []int
	for i := range relevance.Known {
		use = append(use, i)
	}
	for {
		x := make([][]float64, len(e.x))
		for k, row := range e.x {
			x[k] = make([]float64, len(use))
			for i, f := range use {
				x[k][i] = row[f]
			}
		}
		w := logistic(x, e.labels, e.counts, ridge)
		worst, least := -1, 0.0
		for i, f := range use {
			if v := w[i] * float64(relevance.Known[f].Sign); v < least {
				worst, least = i, v
			}
		}
		if worst >= 0 {
			use = append(use[:worst:worst], use[worst+1:]...)
			continue
		}
		for i, f := range use {
			m.Weights[f] = round(w[i])
		}
		m.Bias = round(w[len(w)-1])
		return m
	}
}

// round keeps four digits behind the point.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// Fit fits a model on cases. Slope and offset are fitted on predictions for each set by weights of the other sets, so that they are calibrated for a source
// that was never seen.
func Fit(cases []Case) *relevance.Model {
	same := func(f []float64) []float64 { return f }
	var apart examples
	for set := range setsOf(cases) {
		m := fitOne(gather(cases, func(s string) bool { return s != set }, same))
		e := gather(cases, func(s string) bool { return s == set }, func(f []float64) []float64 { return []float64{m.LogOdds(f)} })
		apart.x, apart.labels, apart.counts = append(apart.x, e.x...), append(apart.labels, e.labels...), append(apart.counts, e.counts...)
	}
	out := fitOne(gather(cases, func(string) bool { return true }, same))
	w := logistic(apart.x, apart.labels, apart.counts, 1e-3)
	out.Slope, out.Offset = round(w[0]), round(w[1])
	return out
}

func setsOf(cases []Case) map[string]bool {
	out := map[string]bool{}
	for i := range cases {
		out[cases[i].Set] = true
	}
	return out
}
