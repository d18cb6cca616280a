package rank

import (
	"math"
	"testing"
)

// TestNodesDrawnTogether: the mean is that over documents, and the interval of links that share a node is wider than that of links apart.
func TestNodesDrawnTogether(t *testing.T) {
	apart, hub := &Ties{}, &Ties{}
	const n = 60
	for i := range n {
		ours, theirs := []int{n + i}, []int{i} // every second document is found by one system alone
		if i%2 == 1 {
			ours, theirs = theirs, ours
		}
		apart.Add(0, i, ours, theirs, map[int]float64{n + i: 1}, 10)
		to := n + i%2 // two documents are what all others are to find
		for k := range ours {
			if ours[k] == n+i {
				ours = []int{to}
			}
			if theirs[k] == n+i {
				theirs = []int{to}
			}
		}
		hub.Add(0, i, ours, theirs, map[int]float64{to: 1}, 10)
	}
	a, h := apart.Interval(2*n), hub.Interval(2*n)
	if math.Abs(a.Mean) > 1e-9 || math.Abs(h.Mean) > 1e-9 {
		t.Errorf("means %v, %v", a.Mean, h.Mean)
	}
	if h.High-h.Low < 1.5*(a.High-a.Low) {
		t.Errorf("two that all share: %.2f to %.2f; apart: %.2f to %.2f", h.Low, h.High, a.Low, a.High)
	}
}

// TestTiesAddUpToDocuments: the gains of a document's links are its difference in NDCG at 10.
func TestTiesAddUpToDocuments(t *testing.T) {
	hidden := map[int]float64{3: 1, 5: 1, 7: 1}
	ours, theirs := []int{3, 9, 5}, []int{8, 7}
	all := &Ties{}
	all.Add(0, 0, ours, theirs, hidden, 10)
	if got, want := all.Interval(10).Mean, NDCG(ours, hidden, 10)-NDCG(theirs, hidden, 10); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestGraphsAreDrawnApart: documents of two graphs with the same numbers are different documents, and the interval over two graphs is narrower than over one.
func TestGraphsAreDrawnApart(t *testing.T) {
	one, two := &Ties{}, &Ties{}
	const n = 40
	for graph := range 2 {
		for i := range n {
			ours, theirs := []int{n + i}, []int{i}
			if (i+graph)%2 == 1 {
				ours, theirs = theirs, ours
			}
			hidden := map[int]float64{n + i: 1}
			two.Add(graph, i, ours, theirs, hidden, 10)
			if graph == 0 {
				one.Add(0, i, ours, theirs, hidden, 10)
			}
		}
	}
	a, b := one.Interval(2*n), two.Interval(2*n, 2*n)
	if math.Abs(b.Mean) > 1e-9 {
		t.Errorf("mean %v: gains of one graph were counted in the other", b.Mean)
	}
	if b.High-b.Low > .9*(a.High-a.Low) {
		t.Errorf("one graph: %.2f to %.2f; two: %.2f to %.2f", a.Low, a.High, b.Low, b.High)
	}
}
