package search

import (
	"math"
	"sync/atomic"

	"asterism/engine/fingerprint"
)

// termColumn holds the sparse values of a chunk's rows: row by row while the chunk is being filled, and term by term once it is full.
type termColumn struct {
	starts [chunkRows + 1]uint32 // row r has starts[r+1] − starts[r] terms
	norms  [chunkRows]float32    // lengths of the weight vectors
	filled int                   // number of rows so far; only the writer uses it

	lists    atomic.Pointer[termLists] // nil once sealed
	postings atomic.Pointer[postings]
}

// termLists are the terms row by row: row r owns starts[r] … starts[r+1]−1. They are replaced by larger ones when full. Readers keep the
// old ones, which have all rows that these readers may see.
type termLists struct {
	ids     []uint16
	weights []half
}

// firstTerms is the initial capacity of a column.
const firstTerms = 4096

func newTermColumn() *termColumn {
	c := &termColumn{}
	c.lists.Store(&termLists{})
	return c
}

// append writes the terms of row r. Rows before a column's first row need no ranges: all starts are 0.
func (c *termColumn) append(r int, terms []fingerprint.TermWeight) {
	start := int(c.starts[r])
	l := c.grow(start, len(terms))
	sum := 0.0
	for i, t := range terms {
		l.ids[start+i], l.weights[start+i] = t.ID, halfOf(t.Weight)
		sum += float64(t.Weight) * float64(t.Weight)
	}
	c.end(r, start+len(terms), float32(math.Sqrt(sum)))
}

// appendFrom copies row from of another column, with the given lists, into row r.
func (c *termColumn) appendFrom(r int, o *termColumn, lists *termLists, from int) {
	start := int(c.starts[r])
	a, b := int(o.starts[from]), int(o.starts[from+1])
	l := c.grow(start, b-a)
	copy(l.ids[start:], lists.ids[a:b])
	copy(l.weights[start:], lists.weights[a:b])
	c.end(r, start+b-a, o.norms[from])
}

func (c *termColumn) end(r, end int, norm float32) {
	c.norms[r] = norm
	c.starts[r+1] = uint32(end)
	c.filled = r + 1
}

// grow provides capacity for n terms from start on.
func (c *termColumn) grow(start, n int) *termLists {
	l := c.lists.Load()
	if start+n <= len(l.ids) {
		return l
	}
	size := max(start+n, len(l.ids)+len(l.ids)/2, firstTerms)
	bigger := &termLists{make([]uint16, size), make([]half, size)}
	copy(bigger.ids, l.ids[:start])
	copy(bigger.weights, l.weights[:start])
	c.lists.Store(bigger)
	return bigger
}

// seal turns the row lists into postings. Readers that have the lists keep them.
func (c *termColumn) seal() {
	c.postings.Store(invert(c.lists.Load(), &c.starts))
	c.lists.Store(nil)
}

// content returns either the row lists or the postings.
func (c *termColumn) content() (*termLists, *postings) {
	for {
		if p := c.postings.Load(); p != nil {
			return nil, p
		}
		if l := c.lists.Load(); l != nil {
			return l, nil
		} // the column was sealed between the two loads
	}
}

// rowLists returns the terms row by row, also of a sealed column.
func (c *termColumn) rowLists() *termLists {
	l, p := c.content()
	if p != nil {
		l = p.lists(&c.starts)
	}
	return l
}

// eachTerm calls fn with the terms of row r.
func (c *termColumn) eachTerm(r int, fn func(id uint16)) {
	l, p := c.content()
	if p != nil {
		p.eachTerm(r, fn)
		return
	}
	for _, id := range l.ids[c.starts[r]:c.starts[r+1]] {
		fn(id)
	}
}

// dot writes the similarity of each of the chunk's first n rows with a question into out. With cosine the product is divided by the row's
// length (the question's length is in its weights already). A row's terms are added in the order of their ids in both layouts, so that
// the sum does not depend on whether the chunk is full.
func (c *termColumn) dot(q *termQuery, cosine bool, n int, out *[chunkRows]float32) {
	*out = [chunkRows]float32{}
	if l, p := c.content(); p != nil {
		p.dot(q, out)
	} else {
		for r := range n {
			sum := float32(0)
			for i := c.starts[r]; i < c.starts[r+1]; i++ {
				sum += float32(q.weights[l.ids[i]] * l.weights[i].weight()) // rounded before it is added, on every processor
			}
			out[r] = sum
		}
	}
	if cosine {
		for r := range n {
			if c.norms[r] > 0 {
				out[r] /= c.norms[r]
			}
		}
	}
}

func (c *termColumn) bytes() int64 {
	sum := int64(4*len(c.starts) + 4*len(c.norms))
	if l, p := c.content(); p != nil {
		return sum + p.bytes()
	} else {
		return sum + 4*int64(len(l.ids))
	}
}

// half is the weight of a term as a float16. Packed terms are rounded to it already (fingerprint.Packed), so nothing is lost. The library
// that packs them is not used here: a search converts millions, and a weight, which is positive and finite, takes two operations.
type half uint16

// A float16 has the bits of a float32 from the 13th on, except for the exponent's bias, a factor of 2¹¹². Both conversions are exact,
// also for the smallest weights.

// halfOf returns a weight that a float16 can hold; it cuts off the bits that a float16 cannot hold.
func halfOf(weight float32) half { return half(math.Float32bits(weight*0x1p-112) >> 13) }

func (h half) weight() float32 { return math.Float32frombits(uint32(h)<<13) * 0x1p112 }
