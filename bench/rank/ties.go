package rank

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
)

// Ties compare two systems that find what documents are linked with, link by link. The zero value is empty.
type Ties struct {
	gains map[ends]float64 // how much a link adds to the document's NDCG in the first system, less in the second
	share map[ends]float64 // of a document with n links to find each is 1/n
}

// ends are a document and one that it was to find.
type ends struct{ from, to int }

// Add takes in the rankings of a document's others by both systems, and those that it was to find, each of gain 1.
func (t *Ties) Add(from int, first, second []int, hidden map[int]float64, cut int) {
	if t.share == nil {
		t.gains, t.share = map[ends]float64{}, map[ends]float64{}
	}
	best := 0.
	for k := range min(cut, len(hidden)) {
		best += discount(k + 1)
	}
	for to := range hidden {
		t.share[ends{from, to}] += 1 / float64(len(hidden))
	}
	for i, ranking := range [][]int{first, second} {
		for k, to := range ranking[:min(cut, len(ranking))] {
			if hidden[to] > 0 {
				t.gains[ends{from, to}] += (1 - 2*float64(i)) * discount(k+1) / best
			}
		}
	}
}

// nodeResamples is the number of draws of nodes: each goes through all links.
const nodeResamples = 2000

// Interval is where the mean difference over documents lies in 95 % of the resamples of nodes, of which there are so many. Documents that share a link are not independent, nor is one that
// was added several times, with other links known: so the documents themselves are drawn with replacement, and a link counts as often as both its ends were drawn together (the
// pigeonhole bootstrap of A. B. Owen, Annals of Applied Statistics 1, 2007, which is too wide rather than too narrow). With all drawn once it is the mean over documents. It always
// draws the same.
func (t *Ties) Interval(nodes int) Interval {
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
	out := Interval{Mean: mean(times)}
	r := rand.New(rand.NewPCG(95, Resamples))
	means := make([]float64, nodeResamples)
	for i := range means {
		clear(times)
		for range nodes {
			times[r.IntN(nodes)]++
		}
		means[i] = mean(times)
	}
	slices.Sort(means)
	out.Low, out.High = means[nodeResamples*25/1000], means[nodeResamples*975/1000-1]
	return out
}
