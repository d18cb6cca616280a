package rocks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Checkpoint creates the folder dir, which must not exist, with a copy of the store at one moment, also while others write. The copy is a separate store. Sorted
// files never change, so they are hard links if dir is on the store's file system, and take no space. The log is first written into sorted files.
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
	if err := s.space.check(0); err != nil { // RocksDB does not survive a disk that is too small for its files
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
