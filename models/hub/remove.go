package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"asterism/models"
)

// Remove takes spaces out of a pulled profile, and what a broken-off pull has left; no space means all of it. Only a folder that
// a pull has made is changed, and none that a process uses.
func Remove(ctx context.Context, dir string, spaces models.Set, build Build) (err error) {
	s, err := openStage(dir)
	if err != nil {
		return fmt.Errorf("remove models: %w", err)
	}
	defer func() { err = errors.Join(err, s.close()) }()
	lock, err := ReadLock(dir)
	if errors.Is(err, fs.ErrNotExist) && spaces == 0 && isDir(s.root) {
		return os.RemoveAll(s.root)
	}
	if err != nil {
		return fmt.Errorf("remove models: %w; nothing that was pulled is in %s", err, dir)
	}
	if alien := spaces.Without(lock.Set()); alien != 0 {
		return fmt.Errorf("remove models: %v is not in %s, which holds %v", alien.Spaces(), dir, lock.Set().Spaces())
	}
	if err := s.clear(0); err != nil {
		return fmt.Errorf("remove models: %w", err)
	}
	if spaces == 0 || spaces == lock.Set() {
		err = s.removeAll()
	} else {
		err = s.removeSome(ctx, lock, spaces, build)
	}
	if err != nil {
		return fmt.Errorf("remove models: %w", err)
	}
	return nil
}

// removeAll takes the profile out of its place in one step, then its files.
func (s *stage) removeAll() error {
	held, err := claim(s.dir)
	if err != nil {
		return err
	}
	defer held.Close()
	if err := os.Remove(s.root); err != nil {
		return err
	}
	if err := os.Rename(s.dir, s.root); err != nil {
		return err
	}
	return os.RemoveAll(s.root)
}

// removeSome builds the profile again without the spaces.
func (s *stage) removeSome(ctx context.Context, lock *Lock, spaces models.Set, build Build) error {
	m, err := models.LoadManifest(s.dir)
	if err != nil {
		return err
	}
	var kept []models.Model
	for _, d := range m.Models {
		if !spaces.Has(d.Space) {
			kept = append(kept, d)
		}
	}
	for code := range lock.Spaces {
		if v, err := models.ParseSpace(code); err == nil && spaces.Has(v) {
			delete(lock.Spaces, code)
		} else if err := s.linkFolder(ctx, code); err != nil {
			return err
		}
	}
	if err := build(ctx, s.root, nil, kept, lock.Spaces); err != nil {
		return err
	}
	return s.seal(ctx, lock)
}
