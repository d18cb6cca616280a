package quality

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// ends are the places of a document and of one that it was to find.
type ends struct{ from, to int }

// tied says of each hidden link how much of the document's nDCG@10 it gave, and what share of the document it is, added up over draws.
type tied struct {
	gains map[ends]float64 // of the two systems, ours less theirs, in points
	share map[ends]float64 // of a document with n hidden links each is 1/n
}

// add takes in a ranking of a document's others by both systems.
func (t *tied) add(from int, ours, theirs []int, hidden map[int]float64) {
	best := 0.
	for k := range min(cut, len(hidden)) {
		best += gainAt(k)
	}
	for to := range hidden {
		t.share[ends{from, to}] += 1 / float64(len(hidden))
	}
	for sign, ranking := range map[float64][]int{1: ours, -1: theirs} {
		for k, to := range ranking[:min(cut, len(ranking))] {
			if hidden[to] > 0 {
				t.gains[ends{from, to}] += sign * 100 * gainAt(k) / best
			}
		}
	}
}

// gainAt is what a document at a place, from 0, adds to a DCG.
func gainAt(place int) float64 { return 1 / math.Log2(2+float64(place)) }

// interval is where the mean difference over documents lies in 95 % of the resamples of nodes. Documents that share a link are not independent, nor are the draws of which links are known: so
// the documents themselves are drawn with replacement, and a link counts as often as both its ends were drawn together (the pigeonhole bootstrap of A. B. Owen, Annals of Applied
// Statistics 1, 2007, which is never too narrow in the mean). With all drawn once it is the mean over documents.
func (t *tied) interval(nodes int) interval {
	all := slices.SortedFunc(maps.Keys(t.share), func(a, b ends) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	mean := func(times []float64) float64 {
		gain, of := 0., 0.
		for _, e := range all {
			w := times[e.from] * times[e.to]
			gain, of = gain+w*t.gains[e], of+w*t.share[e]
		}
		return gain / of
	}
	times := slices.Repeat([]float64{1}, nodes)
	out := interval{mean: mean(times)}
	r := rand.New(rand.NewPCG(95, resamples))
	means := make([]float64, nodeResamples)
	for i := range means {
		clear(times)
		for range nodes {
			times[r.IntN(nodes)]++
		}
		means[i] = mean(times)
	}
	slices.Sort(means)
	out.low, out.high = means[nodeResamples*25/1000], means[nodeResamples*975/1000-1]
	return out
}

// nodeResamples is the number of draws of nodes: each goes through all links.
const nodeResamples = 2000

// over says the interval as gainOver does.
func (t *tied) over(label string, nodes int) string {
	d := t.interval(nodes)
	return fmt.Sprintf("%+.1f points over %s, 95 %% interval %+.1f to %+.1f by nodes", d.mean, label, d.low, d.high)
}
