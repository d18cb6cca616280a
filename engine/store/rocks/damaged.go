package rocks

import (
	"bytes"
	"errors"
	"math/big"
	"slices"

	"asterism/engine/store"
)

// eachOver is [view.each] over what of a family can be read: where it cannot, gap is told the key before and the first place behind (nil: there is none), and the walk goes on
// there.
func (v *view) eachOver(f family, low, high []byte, fn func(key, value []byte) (bool, error), gap func(from, to []byte, err error) error) error {
	last, mine := slices.Clone(low), false
	for {
		err := v.each(f, low, high, false, func(key, value []byte) (more bool, err error) {
			last = append(last[:0], key...)
			more, err = fn(key, value)
			mine = err != nil
			return more, err
		})
		if mine || !errors.Is(err, store.ErrDamaged) {
			return err
		}
		to := v.behind(f, last)
		if high != nil && (to == nil || bytes.Compare(to, high) > 0) {
			to = high
		}
		if err := gap(last, to, err); err != nil || to == nil || bytes.Equal(to, high) {
			return err
		}
		low, last = to, slices.Clone(to)
	}
}

// moreBytes are so many that keys of this length more are never neighbours of each other.
const moreBytes = 8

// behind is the first place behind a key from which the family can be read again, nil if there is none. RocksDB tells no one where a block ends, so it is looked for: by steps that
// double, and then by halves. Between two damaged blocks it may pass over one that is whole.
func (v *view) behind(f family, after []byte) []byte {
	c := v.cursor(f)
	defer c.close()
	key := make([]byte, max(len(after), idBytes)+moreBytes)
	copy(key, after)
	low, one := new(big.Int).SetBytes(key), big.NewInt(1)
	reads := func(at *big.Int) bool {
		c.it.Seek(at.FillBytes(key))
		return c.it.Err() == nil
	}
	high := new(big.Int)
	for step := big.NewInt(1); ; step.Lsh(step, 1) {
		if high.Add(low, step); high.BitLen() > 8*len(key) {
			return nil
		}
		if reads(high) {
			break
		}
		low.Set(high)
	}
	for middle := new(big.Int); ; {
		middle.Sub(high, low)
		if middle.Cmp(one) <= 0 {
			return high.FillBytes(key)
		}
		if middle.Add(low, middle.Rsh(middle, 1)); reads(middle) {
			high.Set(middle)
		} else {
			low.Set(middle)
		}
	}
}

// eachHeader calls fn with the header of every memory, in the order of ids. A caller who does without what is damaged gets those that lie in damaged blocks named by their texts'
// keys.
func (s *Store) eachHeader(v *view, parts *store.Parts, fn func(*header) error) error {
	row := func(key, value []byte) (bool, error) {
		h, err := s.parseRow(key, value)
		if err == nil {
			return true, fn(h)
		}
		lost := store.Unread{Whole: true, Err: inKey(famMemories, key, err)}
		if len(key) == idBytes {
			lost.ID = store.ID(key)
		}
		return true, parts.Pass(lost)
	}
	if parts.Unread == nil {
		return v.each(famMemories, nil, nil, false, row)
	}
	return v.eachOver(famMemories, nil, nil, row, func(from, to []byte, cause error) error {
		return s.headersBetween(v, from, to, cause, parts, fn)
	})
}

// headersBetween reads one by one the headers in a range that cannot be walked.
func (s *Store) headersBetween(v *view, from, to []byte, cause error, parts *store.Parts, fn func(*header) error) error {
	known, unknown := 0, store.Unread{Whole: true, Err: inKey(famMemories, from, cause)}
	err := v.eachOver(famContent, append(slices.Clone(from), 0), to, func(key, _ []byte) (bool, error) {
		if len(key) != idBytes {
			return true, nil
		}
		h, err := s.header(v, store.ID(key))
		if errors.Is(err, errNoKey) {
			return true, nil
		}
		known++
		if err == nil {
			return true, fn(h)
		}
		return true, parts.Pass(store.Unread{ID: store.ID(key), Whole: true, Err: err})
	}, func(_, _ []byte, _ error) error { return parts.Pass(unknown) })
	if err == nil && known == 0 {
		err = parts.Pass(unknown)
	}
	return err
}
