package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"asterism/models"
)

// Next to a profile's folder DIR/full are DIR/.full.pull, where the next one is built, DIR/.full.lock, which excludes a
// second pull, and for a moment, if the file system cannot exchange folders, DIR/.full.old.
func stageOf(dir string) string    { return beside(dir, "pull") }
func lockFileOf(dir string) string { return beside(dir, "lock") }
func oldOf(dir string) string      { return beside(dir, "old") }

func beside(dir, what string) string {
	return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+"."+what)
}

// stage is the folder in which the next state of a profile grows. It belongs to one process at a time.
type stage struct {
	dir  string // the profile
	root string // where the next one grows
	lock *os.File
}

// errBusy says that another pull or removal is running.
var errBusy = errors.New("another `asterism models pull` or remove works on it")

// openStage locks the profile against other changes, restores what a killed change took away, and refuses folders with
// files that are not ours.
func openStage(dir string) (*stage, error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, fmt.Errorf("prepare %s: %w", dir, err)
	}
	lock, err := os.OpenFile(lockFileOf(dir), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", dir, err)
	}
	s := &stage{dir: dir, root: stageOf(dir), lock: lock}
	if err := flock(lock, syscall.LOCK_EX); err != nil {
		_ = lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("prepare %s: %w; wait for it", dir, errBusy)
		}
		return nil, fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	for _, check := range []func() error{s.recover, func() error { return checkOurs(dir) }, func() error { return checkPulled(dir) }, func() error { return checkOurs(s.root) }} {
		if err := check(); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

// close lets others at the profile. What has been fetched stays for the next run.
func (s *stage) close() error { return s.lock.Close() }

// recover finishes a swap that was killed between its two renames.
func (s *stage) recover() error {
	if isDir(oldOf(s.dir)) && !isDir(s.dir) {
		if err := os.Rename(oldOf(s.dir), s.dir); err != nil {
			return fmt.Errorf("put %s back: %w", s.dir, err)
		}
	}
	if err := checkOurs(oldOf(s.dir)); err != nil {
		return err
	}
	return os.RemoveAll(oldOf(s.dir))
}

// clear removes all from the stage except the folders of the given spaces; [fetch] checks their content.
func (s *stage) clear(keep models.Set) error {
	if err := os.MkdirAll(s.root, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(s.root)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if v, err := models.ParseSpace(e.Name()); err == nil && keep.Has(v) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(s.root, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// tidy removes from a space's folder all but the named files and what is on its way to becoming one of them: above all what a
// conversion has made, which must not be written through a link into the profile that is in use.
func (s *stage) tidy(folder string, names []string) error {
	root := filepath.Join(s.root, folder)
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if e.Type().IsRegular() && slices.ContainsFunc(names, func(n string) bool {
			return rel == n || strings.HasPrefix(rel, n+".") && strings.HasSuffix(rel, ".part")
		}) {
			return nil
		}
		return os.Remove(path)
	})
}

// link gives the stage a file of the profile that is there. Both then have it, at no cost.
func (s *stage) link(rel string) error {
	to := filepath.Join(s.root, rel)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Link(filepath.Join(s.dir, rel), to)
}

// linkFolder gives the stage a whole space of the profile that is there.
func (s *stage) linkFolder(ctx context.Context, folder string) error {
	if err := os.RemoveAll(filepath.Join(s.root, folder)); err != nil {
		return err
	}
	return filepath.WalkDir(filepath.Join(s.dir, folder), func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(s.dir, path)
		if err == nil {
			err = s.link(rel)
		}
		if err != nil {
			return fmt.Errorf("keep %s: %w; pull all spaces into another folder with --to", path, err)
		}
		return nil
	})
}
