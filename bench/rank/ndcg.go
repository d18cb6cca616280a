// Package rank answers: how good is a ranking, and could that be chance? It is what the targets of bench measure rankings with.
package rank

import (
	"math"
	"slices"
)

// NDCG is the discounted cumulative gain of the first cut documents of a ranking divided by that of the best ranking there could be: the gain is
// linear and divided by log2(1+rank) (Järvelin & Kekäläinen 2002 as in trec_eval's ndcg_cut). The ranking contains places of documents, best
// first; relevant has the gains of those that answer, and must not be empty.
func NDCG(ranking []int, relevant map[int]float64, cut int) float64 {
	got, best := 0.0, 0.0
	for i, doc := range ranking[:min(cut, len(ranking))] {
		got += relevant[doc] * discount(i+1)
	}
	for i, gain := range Gains(relevant)[:min(cut, len(relevant))] {
		best += gain * discount(i+1)
	}
	return got / best
}

func discount(rank int) float64 { return 1 / math.Log2(1+float64(rank)) }

// Gains are those of all relevant documents, greatest first.
func Gains(relevant map[int]float64) []float64 {
	out := make([]float64, 0, len(relevant))
	for _, g := range relevant {
		out = append(out, g)
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}
