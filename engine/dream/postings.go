package dream

import (
	"math"

	"asterism/engine/fingerprint"
)

// postings holds sparse values of unit length, by row and by term.
type postings struct {
	rows   [][]fingerprint.TermWeight
	places [1 << 16]int32 // of a term in lists, from 1 on; 0: no row has it
	lists  [][]posting    // rows with a term
}

type posting struct {
	row    int32
	weight float32
}

func newPostings() *postings { return &postings{} }

// add appends a row; an absent one has no terms. others says whether it is among those that rows are compared with.
func (p *postings) add(row int, terms []fingerprint.TermWeight, others bool) {
	sum := 0.0
	for _, t := range terms {
		sum += float64(t.Weight) * float64(t.Weight)
	}
	unit := make([]fingerprint.TermWeight, len(terms))
	for i, t := range terms {
		unit[i] = fingerprint.TermWeight{ID: t.ID, Weight: float32(float64(t.Weight) / math.Sqrt(sum))}
		if others {
			p.list(t.ID, posting{int32(row), unit[i].Weight})
		}
	}
	p.rows = append(p.rows, unit)
}

// list appends to the list of a term.
func (p *postings) list(term uint16, x posting) {
	if p.places[term] == 0 {
		p.lists = append(p.lists, nil)
		p.places[term] = int32(len(p.lists))
	}
	at := &p.lists[p.places[term]-1]
	*at = append(*at, x)
}

// of are the rows with a term.
func (p *postings) of(term uint16) []posting {
	if at := p.places[term]; at > 0 {
		return p.lists[at-1]
	}
	return nil
}

// compare adds up the lists of a row's terms.
func (p *postings) compare(row, rows int, pick []int32, out []float32) {
	all := out
	if pick != nil {
		all = make([]float32, rows)
	}
	fill(all, 0)
	for _, t := range p.rows[row] {
		for _, x := range p.of(t.ID) {
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
