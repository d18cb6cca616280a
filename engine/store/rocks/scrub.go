package rocks

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"asterism/engine/store"

	"github.com/linxGnu/grocksdb"
)

const (
	// scrubWhole is how many purged memories make it cheaper to rewrite whole families than the files around each id.
	scrubWhole = 64
	// snapshotWait is how long a scrub waits for readers that still see purged data.
	snapshotWait = 10 * time.Second
	snapshotLook = 2 * time.Millisecond
)

func scrubKey(id store.ID) []byte { return append([]byte(keyScrub), id[:]...) }

// Scrub removes the bytes of purged memories from the files, including the log. A purge only writes that the keys are
// deleted; their old bytes would stay until RocksDB happened to merge the files that contain them. Scrub writes the log into
// sorted files, so that the old log is deleted, and rewrites the files that may contain keys of a purged memory. In the
// families of text, headers and values these are the files around its id. The small families of other keys (time, text hash,
// links) are rewritten completely, because the keys of earlier versions are not known any more. Scrub returns how many
// memories were scrubbed. Unfinished work is recorded in the store and done by the next call, also after a crash.
func (s *Store) Scrub(ctx context.Context) (int, error) {
	if err := s.gate.enter(); err != nil {
		return 0, err
	}
	defer s.gate.leave()
	if s.readOnly {
		return 0, errReadOnly
	}
	s.scrubbing.Lock()
	defer s.scrubbing.Unlock()
	ids, err := s.unscrubbed()
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	if err := s.scrub(ctx, ids); err != nil {
		return 0, fmt.Errorf("scrub %d purged memories: %w", len(ids), err)
	}
	return len(ids), nil
}

// unscrubbed returns the memories whose bytes may still be in the files, in the order of their ids.
func (s *Store) unscrubbed() (ids []store.ID, err error) {
	v := s.d.view()
	defer v.close()
	err = v.each(famSystem, []byte(keyScrub), successor([]byte(keyScrub)), false, func(key, _ []byte) (bool, error) {
		id := key[len(keyScrub):]
		if len(id) != idBytes {
			return false, inKey(famSystem, key, fmt.Errorf("%w: key has the wrong length", store.ErrDamaged))
		}
		ids = append(ids, store.ID(id))
		return true, nil
	})
	return ids, err
}

func (s *Store) scrub(ctx context.Context, ids []store.ID) error {
	if err := s.d.flush(); err != nil {
		return err
	}
	if err := s.d.awaitReaders(ctx); err != nil {
		return err
	}
	newest := s.d.newestFile()
	if err := s.d.rewriteOlder(ctx, scrubRanges(ids), newest); err != nil {
		return err
	}
	var done []op
	for _, id := range ids {
		done = append(done, op{famSystem, scrubKey(id), nil})
	}
	return s.d.apply(done)
}

// awaitReaders waits until no reader uses a state from before this call: RocksDB keeps purged data for such readers.
func (d *database) awaitReaders(ctx context.Context) error {
	now := d.db.GetLatestSequenceNumber()
	for deadline := time.Now().Add(snapshotWait); ; time.Sleep(snapshotLook) {
		oldest, err := strconv.ParseUint(d.db.GetProperty("rocksdb.oldest-snapshot-sequence"), 10, 64)
		if err != nil {
			return fmt.Errorf("ask for the oldest reader: %w", err)
		}
		if oldest == 0 || oldest >= now {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("a reader, such as a check of the whole store, has used an older state for more than %v: it is tried again later", snapshotWait)
		}
	}
}

// keyRange is a range of keys of a family, both ends included; nil is open.
type keyRange struct {
	family    family
	low, high []byte
}

// scrubRanges returns the key ranges whose files must be rewritten.
func scrubRanges(ids []store.ID) (out []keyRange) {
	for f := famMemories; int(f) < len(families); f++ {
		switch {
		case f == famSystem || f == famTombstones: // their only ids are those that the tombstone has too
		case f == famTimeline || f == famHashes || f == famEdges || f == famForgotten || slices.Contains(shelfFamily[:], f) || len(ids) > scrubWhole:
			out = append(out, keyRange{family: f})
		default:
			for _, id := range ids {
				out = append(out, keyRange{f, slices.Clone(id[:]), slices.Clone(id[:])})
			}
		}
	}
	return out
}

// rewriteOlder rewrites all files that overlap the ranges and are no newer than the given one. RocksDB skips a file in which it finds no key of a
// range, such as one from which an earlier merge has removed a purged memory. Such a file is rewritten by its own first and last key.
func (d *database) rewriteOlder(ctx context.Context, ranges []keyRange, newest uint64) error {
	if err := d.rewrite(ctx, ranges); err != nil {
		return err
	}
	var left []keyRange
	for _, f := range d.olderFiles(ranges, newest) {
		left = append(left, keyRange{family(slices.Index(families, f.ColumnFamilyName)), f.SmallestKey, f.LargestKey})
	}
	if err := d.rewrite(ctx, left); err != nil {
		return err
	}
	files := d.olderFiles(ranges, newest)
	for _, f := range files {
		if d.harm.in(family(slices.Index(families, f.ColumnFamilyName))) {
			return fmt.Errorf("%w: file %s cannot be rewritten: `asterism check` says what is damaged", store.ErrDamaged, f.Name)
		}
	}
	if len(files) > 0 {
		return fmt.Errorf("file %s was not rewritten: look for free space on the disk", files[0].Name)
	}
	return nil
}

// rewrite merges all files that overlap the ranges down to the last level, where deleted keys and the versions that they hid
// are dropped. The library reports no errors; olderFiles finds the files that were not rewritten.
func (d *database) rewrite(ctx context.Context, ranges []keyRange) error {
	o := grocksdb.NewCompactRangeOptions()
	defer o.Destroy()
	o.SetBottommostLevelCompaction(grocksdb.KForceOptimized)
	o.SetExclusiveManualCompaction(false)
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { d.db.DisableManualCompaction(); close(stopped) })
	for _, r := range ranges {
		if ctx.Err() != nil {
			break
		}
		if d.harm.in(r.family) { // it would fail, and RocksDB would then refuse all writes
			continue
		}
		d.db.CompactRangeCFOpt(d.handles[r.family], grocksdb.Range{Start: r.low, Limit: r.high}, o)
	}
	if !stop() {
		<-stopped
		d.db.EnableManualCompaction()
	}
	return ctx.Err()
}

// newestFile returns the highest number of a sorted file.
func (d *database) newestFile() (newest uint64) {
	for _, f := range d.db.GetLiveFilesMetaData() {
		newest = max(newest, fileNumber(f.Name))
	}
	return newest
}

// olderFiles returns the files that overlap one of the ranges and are no newer than the given one.
func (d *database) olderFiles(ranges []keyRange, newest uint64) []grocksdb.LiveFileMetadata {
	return slices.DeleteFunc(d.db.GetLiveFilesMetaData(), func(f grocksdb.LiveFileMetadata) bool {
		return fileNumber(f.Name) > newest || !slices.ContainsFunc(ranges, func(r keyRange) bool { return r.overlaps(&f) })
	})
}

func (r keyRange) overlaps(f *grocksdb.LiveFileMetadata) bool {
	return f.ColumnFamilyName == r.family.String() &&
		(r.low == nil || cmp.Compare(string(r.low), string(f.LargestKey)) <= 0) &&
		(r.high == nil || cmp.Compare(string(r.high), string(f.SmallestKey)) >= 0)
}

// fileNumber reads the number in a name such as /000123.sst; numbers are assigned in ascending order.
func fileNumber(name string) uint64 {
	n, err := strconv.ParseUint(strings.TrimSuffix(filepath.Base(name), ".sst"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
