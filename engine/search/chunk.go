package search

import (
	"cmp"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	"asterism/engine/caught"
	"asterism/engine/store"
	"asterism/engine/temporal"
	"asterism/models"
)

// chunkRows is the number of rows of a chunk.
const chunkRows = 1024

// chunk holds the columns of up to chunkRows memories. Only the index's writer writes, and only to rows that are in no
// published snapshot. The exception is died, which is atomic. A column is allocated when the first row has a value in
// it.
type chunk struct {
	ids        [chunkRows]store.ID
	times      [chunkRows]int64           // Unix nanoseconds
	turns      [chunkRows]turns           // the position of the time in E3's periods
	namedDays  [chunkRows][]temporal.Days // see [Index.TellTimes]
	present    [chunkRows]models.Set
	labels     [chunkRows]labels
	thetas     [chunkRows]atomic.Uint32 // see Theta, as float32; NaN: there is none
	sampleKeys [chunkRows]uint32        // see sample.go
	lengths    [chunkRows]uint32        // of the texts, in E12 tokens
	texts      [chunkRows]uint64        // see textKey
	words      [chunkRows]atomic.Uint64 // key of the words, see fold.go; searches write it
	odd        [chunkRows]bool          // see lacking.go
	died       [chunkRows]atomic.Uint64 // the epoch at which the row died; 0: alive
	dead       int                      // writer only
	// The session or document that a row belongs to, nil when none, and its line there; see sequence.
	sequences [chunkRows]*sequence
	lines     [chunkRows]int32

	number  uint64                      // unique to this chunk, from 1 on
	dropped atomic.Bool                 // the index has dropped the chunk
	order   atomic.Pointer[sampleOrder] // set once the chunk is full

	dense      [denseColumns]atomic.Pointer[denseColumn]
	signs      [denseColumns]atomic.Pointer[signColumn]
	bits       atomic.Pointer[bitColumn]
	terms      [termColumns]atomic.Pointer[termColumn] // of the sparse spaces, and of the words
	deaths     atomic.Int32                            // number of rows that died, at any epoch
	namespaces commonLabel
	lacks      atomic.Uint32 // bit set of the spaces in which some row has no value; it may contain spaces that the rows of a snapshot do not lack, but never misses one
	cold       atomic.Bool   // the values in dense and bits (except their codes) are only in the store
}

// fill writes a memory with its words into row r. After an error the caller must abandon the row.
func (c *chunk) fill(r int, m *store.Memory, said *saidWords, names *dictionary) (err error) {
	defer caught.Into(&err)
	c.ids[r], c.sampleKeys[r], c.lengths[r] = m.ID, sampleKey(m.ID), m.Tokens[models.LateInteraction]
	c.texts[r], c.odd[r] = textKey(m), said.odd
	c.words[r].Store(said.key)
	c.setLabels(r, labelsOf(m, names))
	c.setTheta(r, &m.Purpose)
	var present models.Set
	for i := range m.Record {
		p, info := &m.Record[i], models.Catalog[i]
		if info.Origin == models.FromTime || p.Absent() {
			continue
		}
		present = present.With(info.Space)
		switch info.Kind {
		case models.Dense:
			err = c.setDense(denseOf[i], r, p.Int8, p.Scales[0])
		case models.Pair:
			err = c.setDense(causeColumn, r, p.Int8[:info.Width], p.Scales[0])
			err = cmp.Or(err, c.setDense(effectColumn, r, p.Int8[info.Width:], p.Scales[1]))
		case models.Binary:
			c.bitColumn().set(r, p.Bits)
		case models.Terms:
			c.termColumn(i).append(r, p.Terms)
		}
		if err != nil {
			return fmt.Errorf("%v: %w", info.Space, err)
		}
	}
	if m.Tokens[models.LateInteraction] > 0 { // a record that was read back without its tokens still has the flag for them
		present = present.With(models.LateInteraction)
	}
	if !m.Time.IsZero() {
		c.times[r] = m.Time.UnixNano()
		c.turns[r] = turnsOf(c.times[r])
		present |= timeSpaces
	}
	c.setPresent(r, present)
	if len(said.terms) > 0 {
		c.termColumn(wordColumn).append(r, said.terms)
	}
	c.skipTerms(r)
	return nil
}

// abandon marks a partly written row dead at an epoch, so that it is never read and never reused.
func (c *chunk) abandon(r int, epoch uint64) {
	c.died[r].Store(epoch)
	c.deaths.Add(1)
	c.dead++
	c.setPresent(r, 0)
	c.skipTerms(r)
}

func (c *chunk) setLabels(r int, l labels) {
	c.labels[r] = l
	c.namespaces.add(l.namespace)
}

// commonLabel holds the number that all rows share, or a mark that there are several numbers.
type commonLabel struct{ atomic.Uint64 } // the number + 1; 0: none; mixedLabels

const mixedLabels = math.MaxUint64

func (s *commonLabel) add(n uint32) {
	if old, mine := s.Load(), uint64(n)+1; old == 0 {
		s.Store(mine)
	} else if old != mine {
		s.Store(mixedLabels)
	}
}

// is reports whether every number that was added is n.
func (s *commonLabel) is(n uint32) bool { return s.Load() == uint64(n)+1 }

func (c *chunk) setPresent(r int, present models.Set) {
	c.present[r] = present
	c.lacks.Or(uint32(models.All.Without(present)))
}

// lack returns the spaces in which some row may have no value.
func (c *chunk) lack() models.Set { return models.Set(c.lacks.Load()) }

func (c *chunk) setDense(column, r int, values []int8, scale float32) error {
	c.column(column).set(r, values, scale)
	return c.signColumn(column).set(r, values, scale)
}

// copyRow copies row from of another chunk into row r; lists are that chunk's terms (see [chunk.termLists]).
func (c *chunk) copyRow(r int, o *chunk, from int, lists *[termColumns]*termLists) {
	c.ids[r], c.sampleKeys[r], c.times[r], c.turns[r] = o.ids[from], o.sampleKeys[from], o.times[from], o.turns[from]
	c.namedDays[r] = o.namedDays[from]
	c.lengths[r], c.sequences[r], c.lines[r] = o.lengths[from], o.sequences[from], o.lines[from]
	c.texts[r], c.odd[r] = o.texts[from], o.odd[from]
	c.words[r].Store(o.words[from].Load())
	c.setLabels(r, o.labels[from])
	c.thetas[r].Store(o.thetas[from].Load())
	c.setPresent(r, o.present[from])
	for i := range c.dense {
		if col := o.dense[i].Load(); col != nil {
			row, scale := col.row(from)
			c.column(i).set(r, row, scale)
			c.signColumn(i).copyRow(r, o.signs[i].Load(), from)
		}
	}
	if col := o.bits.Load(); col != nil {
		c.bitColumn().set(r, col.row(from))
	}
	for i := range c.terms {
		if col := o.terms[i].Load(); col != nil {
			c.termColumn(i).appendFrom(r, col, lists[i], from)
		}
	}
	c.skipTerms(r)
}

// skipTerms gives row r an empty range in the term columns that have no terms of it.
func (c *chunk) skipTerms(r int) {
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil && col.filled == r {
			col.append(r, nil)
		}
	}
}

// seal must be called once the chunk is full.
func (c *chunk) seal() {
	c.order.Store(orderBySampleKey(&c.sampleKeys))
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil {
			col.seal()
		}
	}
}

// termLists returns the terms of each row in each column.
func (c *chunk) termLists() (out [termColumns]*termLists) {
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil {
			out[i] = col.rowLists()
		}
	}
	return out
}

func (c *chunk) column(i int) *denseColumn {
	col := c.dense[i].Load()
	if col == nil {
		col = newDenseColumn(denseWidths[i], chunkRows)
		c.dense[i].Store(col)
	}
	return col
}

func (c *chunk) signColumn(i int) *signColumn {
	col := c.signs[i].Load()
	if col == nil {
		col = newSignColumn(i)
		c.signs[i].Store(col)
	}
	return col
}

func (c *chunk) bitColumn() *bitColumn {
	col := c.bits.Load()
	if col == nil {
		col = newBitColumn()
		c.bits.Store(col)
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

// bytes returns the memory that the chunk takes.
func (c *chunk) bytes() int64 {
	sum := int64(unsafe.Sizeof(*c))
	if order := c.order.Load(); order != nil {
		sum += int64(unsafe.Sizeof(*order))
	}
	for _, days := range c.namedDays {
		sum += int64(cap(days)) * int64(unsafe.Sizeof(temporal.Days{}))
	}
	for i := range c.dense {
		if col := c.dense[i].Load(); col != nil {
			sum += col.bytes()
		}
		if col := c.signs[i].Load(); col != nil {
			sum += col.bytes()
		}
	}
	if col := c.bits.Load(); col != nil {
		sum += col.bytes()
	}
	for i := range c.terms {
		if col := c.terms[i].Load(); col != nil {
			sum += col.bytes()
		}
	}
	return sum
}

// timeSpaces are those computed from the memory's time.
var timeSpaces = models.OfOrigin(models.FromTime)

var nan = float32(math.NaN())
