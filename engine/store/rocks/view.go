package rocks

import (
	"bytes"
	"runtime"

	"github.com/linxGnu/grocksdb"
)

// view reads the database: all reads from one snapshot if it has one, otherwise each from the newest state.
type view struct {
	d        *database
	options  *grocksdb.ReadOptions
	snapshot *grocksdb.Snapshot
}

// view returns a reader of the newest state.
func (d *database) view() *view {
	return &view{d: d, options: grocksdb.NewDefaultReadOptions()}
}

// snapshot returns a reader of the current state that later writes do not change.
func (d *database) snapshot() *view {
	v := d.view()
	v.snapshot = d.db.NewSnapshot()
	v.options.SetSnapshot(v.snapshot)
	return v
}

// scanSnapshot returns a snapshot for reading large parts of the database once, without the block cache. RocksDB reads
// ahead automatically when blocks are read in a row; a fixed read-ahead would be repeated at every seek.
func (d *database) scanSnapshot() *view {
	v := d.snapshot()
	v.options.SetFillCache(false)
	return v
}

// setBounds limits cursors that are made later to [low, high), nil is open. Without it a cursor would search for the
// next key beyond the bound, past deleted keys that are still in the files. Call free before close, after the cursors
// are closed.
func (v *view) setBounds(low, high []byte) (free func()) {
	var pins runtime.Pinner // RocksDB keeps the pointers
	if len(low) > 0 {
		pins.Pin(&low[0])
		v.options.SetIterateLowerBound(low)
	}
	if len(high) > 0 {
		pins.Pin(&high[0])
		v.options.SetIterateUpperBound(high)
	}
	return pins.Unpin
}

func (v *view) close() {
	v.options.Destroy()
	if v.snapshot != nil {
		v.d.db.ReleaseSnapshot(v.snapshot)
	}
}

// get calls fn with the value, which is valid only until fn returns; errNoKey if there is none.
func (v *view) get(f family, key []byte, fn func(value []byte) error) error {
	h, err := v.d.db.GetPinnedCF(v.options, v.d.handles[f], key)
	if err != nil {
		return v.d.recordDamage(f, rocksError(err))
	}
	defer h.Destroy()
	if !h.Exists() {
		return errNoKey
	}
	return fn(h.Data())
}

// cursor walks the keys of a family. Its bytes belong to RocksDB and are valid only until the next step.
type cursor struct {
	it     *grocksdb.Iterator
	family family
	d      *database
}

func (v *view) cursor(f family) cursor {
	return cursor{v.d.db.NewIteratorCF(v.options, v.d.handles[f]), f, v.d}
}

func (c cursor) close()             { c.it.Close() }
func (c cursor) key() []byte        { return c.it.Key().Data() }
func (c cursor) value() []byte      { return c.it.Value().Data() }
func (c cursor) next() bool         { c.it.Next(); return c.it.Valid() }
func (c cursor) seek(k []byte) bool { c.it.Seek(k); return c.it.Valid() }

// err returns what stopped the walk, nil at the end of the family.
func (c cursor) err() error { return c.d.recordDamage(c.family, rocksError(c.it.Err())) }

// each calls fn with the keys and values in [low, high), in descending order if reverse is set, until fn returns false.
// A nil high is the end of the family.
func (v *view) each(f family, low, high []byte, reverse bool, fn func(key, value []byte) (bool, error)) error {
	c := v.cursor(f)
	defer c.close()
	for c.start(low, high, reverse); c.it.Valid(); c.step(reverse) {
		key := c.key()
		if bytes.Compare(key, low) < 0 || high != nil && bytes.Compare(key, high) >= 0 {
			return nil
		}
		if more, err := fn(key, c.value()); err != nil || !more {
			return err
		}
	}
	return c.err()
}

func (c cursor) start(low, high []byte, reverse bool) {
	switch {
	case !reverse:
		c.it.Seek(low)
	case high == nil:
		c.it.SeekToLast()
	default:
		c.it.SeekForPrev(high)
		if c.it.Valid() && bytes.Equal(c.key(), high) { // high itself is excluded
			c.it.Prev()
		}
	}
}

func (c cursor) step(reverse bool) {
	if reverse {
		c.it.Prev()
	} else {
		c.it.Next()
	}
}
