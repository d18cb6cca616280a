package quality

import (
	"math"
	"testing"
)

// TestNodesDrawnTogether: the mean is that over documents, and the interval of links that share a node is wider than that of links apart.
func TestNodesDrawnTogether(t *testing.T) {
	apart, hub := &tied{map[ends]float64{}, map[ends]float64{}}, &tied{map[ends]float64{}, map[ends]float64{}}
	const n = 60
	for i := range n {
		ours, theirs := []int{n + i}, []int{i} // every second document is found by one system alone
		if i%2 == 1 {
			ours, theirs = theirs, ours
		}
		apart.add(i, ours, theirs, map[int]float64{n + i: 1})
		to := n + i%2 // two documents are what all others are to find
		for k := range ours {
			if ours[k] == n+i {
				ours = []int{to}
			}
			if theirs[k] == n+i {
				theirs = []int{to}
			}
		}
		hub.add(i, ours, theirs, map[int]float64{to: 1})
	}
	a, h := apart.interval(2*n), hub.interval(2*n)
	if math.Abs(a.mean) > 1e-9 || math.Abs(h.mean) > 1e-9 {
		t.Errorf("means %v, %v", a.mean, h.mean)
	}
	if h.high-h.low < 1.5*(a.high-a.low) {
		t.Errorf("two that all share: %.1f to %.1f; apart: %.1f to %.1f", h.low, h.high, a.low, a.high)
	}
}

// TestTiesAddUpToDocuments: the gains of a document's links are its difference in nDCG@10.
func TestTiesAddUpToDocuments(t *testing.T) {
	hidden := map[int]float64{3: 1, 5: 1, 7: 1}
	ours, theirs := []int{3, 9, 5}, []int{8, 7}
	all := &tied{map[ends]float64{}, map[ends]float64{}}
	all.add(0, ours, theirs, hidden)
	if got, want := all.interval(10).mean, 100*(ndcg(ours, hidden)-ndcg(theirs, hidden)); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
}
