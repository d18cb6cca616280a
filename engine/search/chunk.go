package search

import (
	"math"
	"sync/atomic"
	"unsafe"

	"asterism/engine/store"
	"asterism/models"
)

// chunkRows is the number of rows of a chunk.
const chunkRows = 1024

// chunk holds the columns of up to chunkRows memories. Only the index's writer writes, and only into rows that no published
// state sees; died is the exception and atomic. Columns are made when the first row has a value in them.
type chunk struct {
	ids     [chunkRows]store.ID
	times   [chunkRows]int64 // Unix nanoseconds
	present [chunkRows]models.Set
	labels  [chunkRows]labels
	died    [chunkRows]atomic.Uint64 // the epoch from which on the row is dead; 0: alive
	dead    int                      // writer only

	dense [denseColumns]atomic.Pointer[denseColumn]
	bits  atomic.Pointer[[]uint64]
	terms [models.Count]atomic.Pointer[termColumn]
}

// fill writes a memory and the code of its time into row r.
func (c *chunk) fill(r int, m *store.Memory, position []int8, names *dictionary) {
	c.ids[r] = m.ID
	c.labels[r] = labelsOf(m, names)
	var present models.Set
	for i := range m.Record {
		p, info := &m.Record[i], models.Catalog[i]
		if info.Origin == models.FromTime || p.Absent() {
			continue
		}
		present = present.With(info.Space)
		switch info.Kind {
		case models.Dense:
			c.column(denseOf[i]).set(r, p.Int8, p.Scales[0])
		case models.Pair:
			c.column(causeColumn).set(r, p.Int8[:info.Width], p.Scales[0])
			c.column(effectColumn).set(r, p.Int8[info.Width:], p.Scales[1])
		case models.Binary:
			copy(c.bitRow(r), p.Bits)
		case models.Terms:
			c.termColumn(i).append(r, p.Terms)
		}
	}
	if m.Tokens[models.LateInteraction] > 0 { // a record read back without its tokens still says that there are some
		present = present.With(models.LateInteraction)
	}
	if position != nil {
		c.times[r] = m.Time.UnixNano()
		c.column(positionColumn).set(r, position, positionScale)
		present |= timeSpaces
	}
	c.present[r] = present
	c.skipTerms(r)
}

// copyRow copies row from of another chunk into row r.
func (c *chunk) copyRow(r int, o *chunk, from int) {
	c.ids[r], c.times[r], c.present[r], c.labels[r] = o.ids[from], o.times[from], o.present[from], o.labels[from]
	for i := range c.dense {
		if col := o.dense[i].Load(); col != nil {
			row, scale := col.row(from)
			c.column(i).set(r, row, scale)
		}
	}
	if o.bits.Load() != nil {
		copy(c.bitRow(r), o.bitRow(from))
	}
	for i := range c.terms {
		if col := o.terms[i].Load(); col != nil {
			c.termColumn(i).appendFrom(r, col, from)
		}
	}
	c.skipTerms(r)
}

// skipTerms gives row r an empty range in the term columns that got nothing for it.
func (c *chunk) skipTerms(r int) {
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil && col.filled == r {
			col.append(r, nil)
		}
	}
}

func (c *chunk) column(i int) *denseColumn {
	col := c.dense[i].Load()
	if col == nil {
		col = newDenseColumn(denseWidths[i])
		c.dense[i].Store(col)
	}
	return col
}

func (c *chunk) termColumn(space int) *termColumn {
	col := c.terms[space].Load()
	if col == nil {
		col = newTermColumn()
		c.terms[space].Store(col)
	}
	return col
}

func (c *chunk) bitRow(r int) []uint64 {
	b := c.bits.Load()
	if b == nil {
		made := make([]uint64, chunkRows*bitWords)
		b = &made
		c.bits.Store(b)
	}
	return (*b)[r*bitWords:][:bitWords]
}

// bytes is what the chunk takes in memory.
func (c *chunk) bytes() int64 {
	sum := int64(unsafe.Sizeof(*c))
	for i := range c.dense {
		if col := c.dense[i].Load(); col != nil {
			sum += int64(len(col.rows) + 4*len(col.scales))
		}
	}
	if b := c.bits.Load(); b != nil {
		sum += int64(8 * len(*b))
	}
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil {
			sum += col.bytes()
		}
	}
	return sum
}

// bitWords is the number of words of a binary value.
var bitWords = (models.HDC.Info().Width + 63) / 64

// timeSpaces are those computed from the memory's time.
var timeSpaces = models.OfOrigin(models.FromTime)

var nan = float32(math.NaN())
