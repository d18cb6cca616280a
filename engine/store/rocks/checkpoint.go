package rocks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Checkpoint makes the folder dir, which must not be there, and lets it hold the store as it is at one moment, whatever is written meanwhile: a store of its
// own. Sorted files never change, so they are hard links where dir lies on the store's file system, and take no room. The log is written into sorted files first.
func (s *Store) Checkpoint(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if s.readOnly {
		return errReadOnly
	}
	if err := s.checkpoint(dir); err != nil {
		return fmt.Errorf("make checkpoint %s: %w", dir, err)
	}
	return nil
}

func (s *Store) checkpoint(dir string) error {
	if err := s.space.check(0); err != nil { // RocksDB does not survive that its files do not fit
		return err
	}
	c, err := s.d.db.NewCheckpoint()
	if err != nil {
		return rocksError(err)
	}
	defer c.Destroy()
	if err := c.CreateCheckpoint(dir, 0); err != nil {
		return rocksError(err)
	}
	text, err := os.ReadFile(filepath.Join(s.dir, formatFile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, formatFile), text, 0o644)
}
