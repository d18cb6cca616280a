package search

import (
	"math"
	"sync/atomic"

	"asterism/engine/fingerprint"
)

// termColumn holds the sparse values of a chunk's rows one after another: row r owns starts[r] … starts[r+1]−1.
type termColumn struct {
	starts [chunkRows + 1]uint32
	norms  [chunkRows]float32 // lengths of the weight vectors
	filled int                // rows so far; writer only
	lists  atomic.Pointer[termLists]
}

// termLists are replaced by larger ones when full; readers keep those they have, which hold all rows they may see.
type termLists struct {
	ids     []uint16
	weights []float32
}

// firstTerms is the room a column begins with.
const firstTerms = 4096

func newTermColumn() *termColumn {
	c := &termColumn{}
	c.lists.Store(&termLists{})
	return c
}

// append writes the terms of row r. Rows before a column's first have empty ranges as they are: all starts are 0.
func (c *termColumn) append(r int, terms []fingerprint.TermWeight) {
	start := int(c.starts[r])
	l := c.grow(start, len(terms))
	sum := 0.0
	for i, t := range terms {
		l.ids[start+i], l.weights[start+i] = t.ID, t.Weight
		sum += float64(t.Weight) * float64(t.Weight)
	}
	c.end(r, start+len(terms), float32(math.Sqrt(sum)))
}

// appendFrom copies row from of another column into row r.
func (c *termColumn) appendFrom(r int, o *termColumn, from int) {
	start := int(c.starts[r])
	a, b := int(o.starts[from]), int(o.starts[from+1])
	l, ol := c.grow(start, b-a), o.lists.Load()
	copy(l.ids[start:], ol.ids[a:b])
	copy(l.weights[start:], ol.weights[a:b])
	c.end(r, start+b-a, o.norms[from])
}

func (c *termColumn) end(r, end int, norm float32) {
	c.norms[r] = norm
	c.starts[r+1] = uint32(end)
	c.filled = r + 1
}

// ids are the terms of row r.
func (c *termColumn) ids(r int) []uint16 { return c.lists.Load().ids[c.starts[r]:c.starts[r+1]] }

// grow makes room for n terms from start on.
func (c *termColumn) grow(start, n int) *termLists {
	l := c.lists.Load()
	if start+n <= len(l.ids) {
		return l
	}
	size := max(start+n, len(l.ids)+len(l.ids)/2, firstTerms)
	bigger := &termLists{make([]uint16, size), make([]float32, size)}
	copy(bigger.ids, l.ids[:start])
	copy(bigger.weights, l.weights[:start])
	c.lists.Store(bigger)
	return bigger
}

// termTable is a question's weight of every term.
type termTable [1 << 16]float32

// dot scores all rows of out, or the picked ones, against a question. With cosine the product is divided by the row's
// length (the question's length is in the table already).
func (c *termColumn) dot(query *termTable, cosine bool, pick []int32, out []float32) {
	l := c.lists.Load()
	each(pick, out, func(r int) float32 {
		a, b := c.starts[r], c.starts[r+1]
		ids, weights := l.ids[a:b], l.weights[a:b]
		sum := float32(0)
		for i, id := range ids {
			sum += query[id] * weights[i]
		}
		if cosine && c.norms[r] > 0 {
			sum /= c.norms[r]
		}
		return sum
	})
}

func (c *termColumn) bytes() int64 {
	return int64(4*len(c.starts)+4*len(c.norms)) + 6*int64(len(c.lists.Load().ids))
}
