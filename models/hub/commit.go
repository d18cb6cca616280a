package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// commit puts the stage in the profile's place. It does not wait for processes that use the profile: that is an error.
func (s *stage) commit() error {
	if err := syncDir(s.root); err != nil {
		return fmt.Errorf("finish %s: %w", s.dir, err)
	}
	held, err := claim(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = s.first()
	} else if err == nil {
		err = errors.Join(swap(s.dir, s.root, oldOf(s.dir)), held.Close())
	}
	if err == nil {
		err = syncDir(filepath.Dir(s.dir))
	}
	if err != nil {
		return fmt.Errorf("finish %s: %w", s.dir, err)
	}
	return errors.Join(os.RemoveAll(s.root), os.RemoveAll(oldOf(s.dir)))
}

// first puts the stage where there is no profile yet; an empty folder may stand there.
func (s *stage) first() error {
	if err := os.Remove(s.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(s.root, s.dir)
}

// swapOnce is [exchange]; a test replaces it to mock file systems that cannot.
var swapOnce = exchange

// swap puts next in the place of dir, in one step where the file system can. Where it cannot, a kill between the two renames
// leaves the old folder whole under another name, and the next change puts it back.
func swap(dir, next, old string) error {
	err := swapOnce(dir, next)
	if err == nil || !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOSYS) && !errors.Is(err, syscall.ENOTSUP) && !errors.Is(err, syscall.EXDEV) {
		return err
	}
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(next, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return nil
}
