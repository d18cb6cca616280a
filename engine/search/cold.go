package search

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// VectorSource reads the packed values of memories that the index does not hold in memory: one record per id, in
// order, with at least the spaces asked for. The record of a memory that no longer exists is empty.
type VectorSource interface {
	Vectors(ctx context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Record, error)
}

// Limit bounds the memory of the index in bytes; 0: no bound. When a chunk becomes full and the index is above its
// bound, the oldest chunks turn cold: they keep their codes, terms, times and labels, about two kilobytes a memory. The
// values of candidates are then read from the source. When all chunks are cold the index may still be above the bound.
// Limit must be called before the first Add.
func (ix *Index) Limit(bytes int64, source VectorSource) { ix.limit, ix.vectors = bytes, source }

// Cold returns the number of memories whose values are not held in memory.
func (ix *Index) Cold() (n int) {
	s := ix.state.Load()
	for c, k := range s.chunks {
		if k == nil || !k.cold.Load() {
			continue
		}
		for r := range s.rows(c) {
			if s.alive(&k.died[r]) {
				n++
			}
		}
	}
	return n
}

// evictToLimit turns the oldest full chunks cold while the index is above its bound.
func (ix *Index) evictToLimit(next *snapshot) {
	if ix.limit <= 0 {
		return
	}
	size := next.bytes()
	for slot, k := range next.chunks {
		if size <= ix.limit {
			return
		}
		if k != nil && slot != next.tail && !k.cold.Load() {
			before := k.bytes()
			k.evictVectors()
			size -= before - k.bytes()
		}
	}
}

// evictVectors drops the values that can be read from the store. Searches that use them keep them until they end.
func (c *chunk) evictVectors() {
	c.cold.Store(true) // first: a reader that read a column and still sees false has a valid column
	for i := range c.dense {
		c.dense[i].Store(nil)
	}
	if col := c.bits.Load(); col != nil {
		c.bits.Store(&bitColumn{codes: col.codes})
	}
}

// columns holds the values of some rows, each at its own position.
type columns struct {
	dense [denseColumns]*denseColumn
	bits  []uint64     // [rows][bitWords]
	has   []models.Set // of columns read from a source: the spaces that it returned; nil: as the chunk has them
}

// vectors returns the columns of a chunk, and whether the chunk holds them in memory.
func (c *chunk) vectors() (*columns, bool) {
	out := &columns{}
	for i := range c.dense {
		out.dense[i] = c.dense[i].Load()
	}
	if col := c.bits.Load(); col != nil {
		out.bits = col.rows
	}
	return out, !c.cold.Load()
}

// columnsOf copies the values of records into columns, in the same order.
func columnsOf(records []fingerprint.Record) *columns {
	out := &columns{has: make([]models.Set, len(records))}
	for r := range records {
		for i := range records[r] {
			p, info := &records[r][i], models.Catalog[i]
			if p.Absent() || info.Origin == models.FromTime {
				continue
			}
			out.has[r] = out.has[r].With(info.Space)
			switch info.Kind {
			case models.Dense:
				out.column(denseOf[i], len(records)).set(r, p.Int8, p.Scales[0])
			case models.Pair:
				out.column(causeColumn, len(records)).set(r, p.Int8[:info.Width], p.Scales[0])
				out.column(effectColumn, len(records)).set(r, p.Int8[info.Width:], p.Scales[1])
			case models.Binary:
				if out.bits == nil {
					out.bits = make([]uint64, len(records)*bitWords)
				}
				copy(out.bits[r*bitWords:][:bitWords], p.Bits)
			}
		}
	}
	return out
}

func (c *columns) column(i, rows int) *denseColumn {
	if c.dense[i] == nil {
		c.dense[i] = newDenseColumn(denseWidths[i], rows)
	}
	return c.dense[i]
}

// evictable is the set of spaces whose values a cold chunk does not hold.
var evictable = func() (set models.Set) {
	for _, info := range models.Catalog {
		if info.Origin != models.FromTime && (info.Kind == models.Dense || info.Kind == models.Pair || info.Kind == models.Binary) {
			set = set.With(info.Space)
		}
	}
	return set
}()

// read sets the columns of every part: the chunk's own or, for a cold chunk, what the source returns.
func (t *table) read(ctx context.Context, parts []part) error {
	return parallel(ctx, len(parts), func(_ *scratch, i int) error {
		p := &parts[i]
		var held bool
		if p.columns, held = t.state.chunks[p.chunk].vectors(); held || p.spaces&evictable == 0 {
			return nil
		}
		ids := make([]store.ID, p.to-p.from)
		for k := range ids {
			ids[k] = t.id(int32(p.from + k))
		}
		records, err := t.vectors.Vectors(ctx, ids, p.spaces&evictable)
		if err == nil && len(records) != len(ids) {
			err = fmt.Errorf("%d records for %d memories", len(records), len(ids))
		}
		if err != nil {
			return fmt.Errorf("read vectors: %w", err)
		}
		p.columns = columnsOf(records)
		return nil
	})
}
