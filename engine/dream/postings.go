package dream

import (
	"math"

	"asterism/engine/fingerprint"
)

// postings holds sparse values of unit length, by row and by term.
type postings struct {
	rows   [][]fingerprint.TermWeight
	byTerm map[uint16][]posting
}

type posting struct {
	row    int32
	weight float32
}

func newPostings() *postings { return &postings{byTerm: map[uint16][]posting{}} }

// add appends a row; an absent one has no terms.
func (p *postings) add(row int, terms []fingerprint.TermWeight) {
	sum := 0.0
	for _, t := range terms {
		sum += float64(t.Weight) * float64(t.Weight)
	}
	unit := make([]fingerprint.TermWeight, len(terms))
	for i, t := range terms {
		unit[i] = fingerprint.TermWeight{ID: t.ID, Weight: float32(float64(t.Weight) / math.Sqrt(sum))}
		p.byTerm[t.ID] = append(p.byTerm[t.ID], posting{int32(row), unit[i].Weight})
	}
	p.rows = append(p.rows, unit)
}

// compare adds up the lists of a row's terms.
func (p *postings) compare(row, rows int, pick []int32, out []float32) {
	all := out
	if pick != nil {
		all = make([]float32, rows)
	}
	fill(all, 0)
	for _, t := range p.rows[row] {
		for _, x := range p.byTerm[t.ID] {
			all[x.row] += t.Weight * x.weight
		}
	}
	if pick == nil {
		return
	}
	for i := range out {
		out[i] = all[pick[i]]
	}
}
