package rocks

import (
	"bytes"
	"context"
	"fmt"

	"github.com/linxGnu/grocksdb"

	"asterism/engine/store"
)

// ClearRenewal implements [store.Renewer]. It removes what the last renewal left: the old values or, after AbandonRenewal, the new ones.
func (s *Store) ClearRenewal(ctx context.Context) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if s.readOnly {
		return errReadOnly
	}
	s.scrubbing.Lock()
	defer s.scrubbing.Unlock()
	r := s.d.layout.renewal.Load()
	if r == nil || r.phase != clearing {
		return ctx.Err()
	}
	if err := s.clear(ctx, r); err != nil {
		return fmt.Errorf("clear away the values of other models: %w", err)
	}
	s.writer.deciding.Lock()
	defer s.writer.deciding.Unlock()
	if err := s.d.apply([]op{{famSystem, []byte(keyRenewal), nil}}); err != nil {
		return fmt.Errorf("clear away the values of other models: %w", err)
	}
	s.d.layout.renewal.Store(nil)
	return nil
}

func (s *Store) clear(ctx context.Context, r *renewal) error {
	if err := s.d.awaitReaders(ctx); err != nil { // whole files are deleted, also while others read them
		return err
	}
	ranges := []keyRange{{family: famRenewed}}
	for _, space := range r.Spaces.Spaces() {
		ranges = append(ranges, keyRange{family: s.d.layout.inactive(space)})
	}
	newest := s.d.newestFile()
	for _, k := range ranges {
		if err := s.d.empty(k.family); err != nil {
			return err
		}
	}
	atRenewal("clearing")
	return s.d.rewriteOlder(ctx, ranges, newest)
}

// afterIDs sorts after every id.
var afterIDs = bytes.Repeat([]byte{0xff}, len(store.ID{})+1)

// empty removes all keys of a family of ids: files with no other keys at once, the rest when RocksDB merges the remaining files.
func (d *database) empty(f family) error {
	first := make([]byte, len(store.ID{}))
	if err := d.db.DeleteFileInRangeCF(d.handles[f], grocksdb.Range{Start: first, Limit: afterIDs}); err != nil {
		return rocksError(err)
	}
	return rocksError(d.db.DeleteRangeCF(d.write, d.handles[f], first, afterIDs))
}
