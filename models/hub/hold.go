package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// ErrInUse says that a process works with the profile.
var ErrInUse = errors.New("a running asterism works with these models")

// Hold keeps a pulled profile from being changed or removed while it is used: by a shared lock on its lock.json, which the
// kernel drops with the process. A folder without lock.json, such as the compact profile's, is nobody's to change, and a
// nil file is returned. The caller keeps the file open as long as it uses the models.
func Hold(dir string) (*os.File, error) {
	path := filepath.Join(dir, LockName)
	for range 200 {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("hold models: %w", err)
		}
		err = flock(f, syscall.LOCK_SH)
		if !errors.Is(err, syscall.EWOULDBLOCK) && stillAt(f, path) {
			return f, nil // on a file system without locks unguarded, as is all else there
		}
		_ = f.Close() // it is being exchanged, or was
		time.Sleep(10 * time.Millisecond)
	}
	return nil, fmt.Errorf("hold models: %s is being changed by `asterism models pull` or remove; try again", dir)
}

// claim locks the profile for a change; no process may use it.
func claim(dir string) (*os.File, error) {
	f, err := os.Open(filepath.Join(dir, LockName))
	if err != nil {
		return nil, err
	}
	if err := flock(f, syscall.LOCK_EX); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("change %s: %w: stop the server or wait for the command that uses them, then run this again", dir, ErrInUse)
		}
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return f, nil
}

// flock locks a file or returns at once that another process has the lock.
func flock(f *os.File, how int) error { return syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB) }

func stillAt(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
