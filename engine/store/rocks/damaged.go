package rocks

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/engine/store"
)

// harm holds what is known about damaged blocks. RocksDB refuses all writes after it has found one while merging files. So a family with a damaged block is no longer merged: reads of it
// are a little slower, and all writes still work.
type harm struct {
	families  sync.Map     // of family → true
	onDamage  func(family) // called at the first damage in a family; may be nil
	onRefused func(error)  // called inside the gate when RocksDB refuses to write because of damage; it must not wait for the gate; may be nil
	noting    sync.Mutex   // held while damageFile is written
	again     sync.Mutex   // held while the database is reopened
	openings  int          // number of reopenings; guarded by again
}

// maxOpenings limits how often a process reopens a damaged database. It is greater than the number of families with damage that is found only by a
// merge, and finite.
const maxOpenings = 8

// Number of attempts to reopen a closed database, and the pause between them: for a moment another process may read the database, or this process may have no free file descriptors.
const (
	openTries = 5
	openPause = 200 * time.Millisecond
)

// To reopen a store, new readers are held back for holdReaders and then let in for letReaders, in turn. So frequent searches do not delay the reopening for ever. A long read, such as at a
// start, may need the gate again before it ends, and then waits at most for holdReaders.
const (
	holdReaders = time.Second
	letReaders  = 4 * time.Second
)

// longReopen is the time after which a warning is logged that the reopening waits for a long read.
const longReopen = 10 * time.Second

func (h *harm) in(f family) bool {
	_, is := h.families.Load(f)
	return is
}

// recordDamage records damage in a family and returns the error.
func (d *database) recordDamage(f family, err error) error {
	if !errors.Is(err, store.ErrDamaged) {
		return err
	}
	if _, known := d.harm.families.LoadOrStore(f, true); !known && d.harm.onDamage != nil {
		d.harm.onDamage(f)
	}
	return err
}

// damageFile lists in a store's folder the families that are not merged, one per line.
const damageFile = "DAMAGED"

// damagedFamilies reads the file. Families that it cannot read are recorded again when their damage is found.
func damagedFamilies(dir string) (out []family) {
	text, _ := os.ReadFile(filepath.Join(dir, damageFile))
	for _, name := range strings.Fields(string(text)) {
		if f := slices.Index(families, name); f >= 0 {
			out = append(out, family(f))
		}
	}
	return out
}

// stopMerging stops RocksDB from merging a damaged family, now and after later openings.
func stopMerging(s *Store, f family) {
	err := s.d.db.SetOptionsCF(s.d.handles[f], []string{"disable_auto_compactions"}, []string{"true"})
	if err = errors.Join(rocksError(err), noteDamage(s)); err != nil {
		s.log.Error("a file of the store is damaged, and its part of the store could not be kept from being merged: `asterism check` says what cannot be read", "family", f.String(), "error", err)
		return
	}
	s.log.Error("a file of the store is damaged; its part of the store is not merged any more, so that all others can be written: `asterism check` says what cannot be read", "family", f.String())
}

func noteDamage(s *Store) error {
	s.d.harm.noting.Lock()
	defer s.d.harm.noting.Unlock()
	var lines []byte
	s.d.harm.families.Range(func(f, _ any) bool {
		lines = append(append(lines, f.(family).String()...), '\n')
		return true
	})
	return replaceFile(filepath.Join(s.dir, damageFile), lines)
}

// forgetDamage lets all families be merged from the next opening on, after a check found no damage.
func forgetDamage(s *Store) error {
	if s.readOnly {
		return nil
	}
	s.d.harm.noting.Lock()
	defer s.d.harm.noting.Unlock()
	if err := os.Remove(filepath.Join(s.dir, damageFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("delete the record of repaired damage: %w", err)
	}
	return nil
}

// reopenAfterDamage reopens the database after RocksDB found a damaged block while merging, and so refuses all writes. Without merging that family it accepts writes again. It returns at
// once.
func reopenAfterDamage(s *Store, cause error) {
	if !s.d.harm.again.TryLock() { // it is running
		return
	}
	f, known := s.d.familyOf(cause)
	if s.d.harm.openings++; !known || s.d.harm.openings > maxOpenings {
		if s.d.harm.openings <= maxOpenings+1 { // otherwise it would be logged for every failed write
			s.log.Error("the store refuses writes since a file is damaged, and is not reopened: end this process, and see what `asterism check` says", "error", cause)
		}
		s.d.harm.again.Unlock()
		return
	}
	s.d.harm.families.Store(f, true)
	go func() {
		defer s.d.harm.again.Unlock()
		err := caught.Do(func() { reopenAndLog(s) })
		if err != nil {
			s.log.Error("reopen the store", "error", err)
		}
	}()
}

// familyOf returns the family of the file that an error names.
func (d *database) familyOf(err error) (family, bool) {
	for _, f := range d.db.GetLiveFilesMetaData() {
		if at := slices.Index(families, f.ColumnFamilyName); at >= 0 && strings.Contains(err.Error(), f.Name) {
			return family(at), true
		}
	}
	return 0, false
}

// reopenAndLog logs the result of reopening.
func reopenAndLog(s *Store) {
	switch err := reopen(s); {
	case err == nil:
		s.log.Error("a file of the store is damaged; its part of the store is not merged any more, and the store takes writes again: `asterism check` says what cannot be read")
	case !errors.Is(err, store.ErrClosed):
		s.log.Error("reopen the store, which refuses writes since a file is damaged", "error", err)
	}
}

// reopen closes the database and opens it again when no other call is inside; see [gate.enterAlone].
func reopen(s *Store) error {
	slow := time.AfterFunc(longReopen, func() {
		s.log.Warn("the store is to be reopened since a file is damaged, and waits for a long read to end; until then it refuses writes")
	})
	defer slow.Stop()
	if err := s.gate.enterAlone(holdReaders, letReaders); err != nil {
		return err
	}
	defer s.gate.leave()
	s.writer.deciding.Lock()
	defer s.writer.deciding.Unlock()
	if err := noteDamage(s); err != nil {
		s.log.Warn("note what is damaged", "error", err)
	}
	var damaged []family
	s.d.harm.families.Range(func(f, _ any) bool {
		damaged = append(damaged, f.(family))
		return true
	})
	s.d.close()
	next, err := openDatabase(s.dir, false, s.budget, damaged)
	for try := 1; err != nil && try < openTries; try++ {
		time.Sleep(openPause)
		next, err = openDatabase(s.dir, false, s.budget, damaged)
	}
	if err != nil {
		err = fmt.Errorf("the store must be opened again: %w", err)
		s.gate.fail(err)
		return err
	}
	d := s.d
	d.db, d.handles, d.cache, d.options, d.tables, d.write, d.lazy = next.db, next.handles, next.cache, next.options, next.tables, next.write, next.lazy
	return nil
}

// eachOver is [view.each] over the readable keys of a family. At an unreadable part it calls gap with the key before it and the first place after it (nil: there is none), and
// the walk continues there.
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

// moreBytes is added to the length of the keys that behind tries, so that there are always keys to try between two real keys.
const moreBytes = 8

// behind returns the first place after a key from which the family can be read again, nil if there is none. RocksDB does not report where a block ends, so behind searches for it:
// by steps that double, and then by halves. Between two damaged blocks it may skip one that is intact.
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

// eachHeader calls fn with the header of every memory, in the order of ids. For a caller that accepts damage, the memories in damaged blocks are identified by the keys of their
// texts.
func (s *Store) eachHeader(v *view, parts *store.Parts, fn func(*header) error) error {
	return eachHeaderFrom(s, v, nil, parts, fn)
}

// eachHeaderFrom is eachHeader from a key on.
func eachHeaderFrom(s *Store, v *view, from []byte, parts *store.Parts, fn func(*header) error) error {
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
		return v.each(famMemories, from, nil, false, row)
	}
	return v.eachOver(famMemories, from, nil, row, func(from, to []byte, cause error) error {
		return headersBetween(s, v, from, to, cause, parts, fn)
	})
}

// headersBetween reads one by one the headers in a range that cannot be walked.
func headersBetween(s *Store, v *view, from, to []byte, cause error, parts *store.Parts, fn func(*header) error) error {
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
