package rank

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Ties compare two systems that find what documents are linked with, link by link. The zero value is empty.
type Ties struct {
	gains map[ends]float64 // how much a link adds to the document's NDCG in the first system, less in the second
	share map[ends]float64 // of a document with n links to find each is 1/n
}

// ends are a document and one that it was to find, in one of several graphs.
type ends struct{ graph, from, to int }

// Add takes in the rankings of a document's others by both systems, and those that it was to find, each of gain 1. Documents are numbered within their graph.
func (t *Ties) Add(graph, from int, first, second []int, hidden map[int]float64, cut int) {
	if t.share == nil {
		t.gains, t.share = map[ends]float64{}, map[ends]float64{}
	}
	best := 0.
	for k := range min(cut, len(hidden)) {
		best += discount(k + 1)
	}
	for to := range hidden {
		t.share[ends{graph, from, to}] += 1 / float64(len(hidden))
	}
	for i, ranking := range [][]int{first, second} {
		for k, to := range ranking[:min(cut, len(ranking))] {
			if hidden[to] > 0 {
				t.gains[ends{graph, from, to}] += (1 - 2*float64(i)) * discount(k+1) / best
			}
		}
	}
}

// nodeResamples is the number of draws of nodes: each goes through all links.
const nodeResamples = 2000

// Interval is where the mean difference over documents lies in 95 % of the resamples of nodes; nodes has the number of them in each graph. Documents that share a link are not
// independent, nor is one that was added several times, with other links known. So the documents of each graph are drawn with replacement, and a link counts as often as both its ends
// were drawn together (the pigeonhole bootstrap of A. B. Owen, Annals of Applied Statistics 1, 2007, which is too wide rather than too narrow). With all drawn once it is the mean over
// documents. Draws without a link are left out. It always draws the same.
func (t *Ties) Interval(nodes ...int) Interval {
	all := slices.SortedFunc(maps.Keys(t.share), func(a, b ends) int { return cmp.Or(a.graph-b.graph, a.from-b.from, a.to-b.to) })
	mean := func(times [][]float64) float64 {
		gain, of := 0., 0.
		for _, e := range all {
			w := times[e.graph][e.from] * times[e.graph][e.to]
			gain, of = gain+w*t.gains[e], of+w*t.share[e]
		}
		return gain / of
	}
	times := make([][]float64, len(nodes))
	for g, n := range nodes {
		times[g] = slices.Repeat([]float64{1}, n)
	}
	out := Interval{Mean: mean(times)}
	r := rand.New(rand.NewPCG(95, Resamples))
	var means []float64
	for range nodeResamples {
		for g, n := range nodes {
			clear(times[g])
			for range n {
				times[g][r.IntN(n)]++
			}
		}
		if m := mean(times); !math.IsNaN(m) {
			means = append(means, m)
		}
	}
	slices.Sort(means)
	out.Low, out.High = means[len(means)*25/1000], means[len(means)*975/1000-1]
	return out
}
