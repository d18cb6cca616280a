package search

import (
	"asterism/engine/store"
	"asterism/models"
)

// FullChunk holds the values of a chunk of 1,024 rows. Slices of spaces in which no row has a value are nil. Nothing in it changes.
type FullChunk struct {
	Number  uint64 // unique to this chunk, and not 0
	IDs     []store.ID
	Times   []int64      // Unix nanoseconds
	Turns   []turns      // of E3's periods, in 1/65536
	Present []models.Set // the spaces in which the row has a value
	Dense   [denseColumns]DenseValues
	Bits    []uint64 // E9: [1024][157]
	BitCode []byte   // of its first 256 bits, in the layout of kernels.CodeRows
	Terms   [models.Count]*TermPostings
	Cold    bool // the values in Dense and Bits are only in the store; the codes are here

	// Current returns the chunk as the index holds it now, so that these slices need not be kept; nil once the index has
	// dropped it. It is safe for concurrent use.
	Current func() *FullChunk
}

// DenseValues is a dense column: int8 [1024][width] with a scale per row, and codes in the layout of kernels.CodeRows with a bfloat16 factor per row.
type DenseValues struct {
	Rows    []int8
	Scales  []float32
	Codes   []byte
	Factors []uint16
}

// TermPostings holds a sparse space, term by term. Postings[Starts[i]:Starts[i+1]] are the rows with the term Terms[i], in ascending order: the row in the upper half,
// the weight as a half-precision number in the lower.
type TermPostings struct {
	Terms    []uint16 // ascending
	First    []uint32 // [1025]: index in Terms where the ids of each bucket of 64 begin
	Starts   []uint32
	Postings []uint32
	Norms    []float32 // of the rows' weight vectors
}

// export describes a sealed chunk without copying its columns.
func (c *chunk) export() *FullChunk {
	out := &FullChunk{Number: c.number, IDs: c.ids[:], Times: c.times[:], Turns: c.turns[:], Present: c.present[:], Current: c.current}
	values, held := c.vectors()
	out.Cold = !held
	for i := range out.Dense {
		d := &out.Dense[i]
		if col := c.signs[i].Load(); col != nil {
			d.Codes, d.Factors = col.codes, col.factors
		}
		if col := values.dense[i]; held && col != nil {
			d.Rows, d.Scales = col.rows, col.scales
		}
	}
	if col := c.bits.Load(); col != nil {
		out.BitCode = col.codes
		if held {
			out.Bits = values.bits
		}
	}
	for i := range out.Terms {
		if col := c.terms[i].Load(); col != nil {
			p := col.postings.Load()
			out.Terms[i] = &TermPostings{Terms: p.terms, First: p.first[:], Starts: p.starts, Postings: p.list, Norms: col.norms[:]}
		}
	}
	return out
}

func (c *chunk) current() *FullChunk {
	if c.dropped.Load() {
		return nil
	}
	return c.export()
}
