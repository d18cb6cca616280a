package path

import (
	"bytes"
	"slices"
)

// partial is a path from the first node to some node.
type partial struct {
	node    Node
	score   float64 // of the last hop
	product float64 // of all scores
	hops    int
	prev    *partial // the path without its last hop; nil: no hop yet
}

// then returns the path with one more hop.
func (p *partial) then(h Hop) *partial {
	return &partial{node: h.To, score: h.Score, product: p.product * h.Score, hops: p.hops + 1, prev: p}
}

// nodes lists the nodes along the path.
func (p *partial) nodes() []Node {
	var out []Node
	for ; p != nil; p = p.prev {
		out = append(out, p.node)
	}
	slices.Reverse(out)
	return out
}

// scores lists the scores of the hops along the path.
func (p *partial) scores() []float64 {
	var out []float64
	for ; p.prev != nil; p = p.prev {
		out = append(out, p.score)
	}
	slices.Reverse(out)
	return out
}

// before is the order of paths: greater product, then fewer hops, then the ids along the path.
func (p *partial) before(q *partial) bool {
	switch {
	case p.product != q.product:
		return p.product > q.product
	case p.hops != q.hops:
		return p.hops < q.hops
	}
	return slices.CompareFunc(p.nodes(), q.nodes(), func(a, b Node) int { return bytes.Compare(a[:], b[:]) }) < 0
}

// queue is a heap of paths, best first.
type queue []*partial

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].before(q[j]) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(p any)        { *q = append(*q, p.(*partial)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	p := (*q)[last]
	*q = (*q)[:last]
	return p
}
