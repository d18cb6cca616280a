//go:build unix

package hub

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// freeSpace returns the bytes that this user can still write to the disk of dir, or of the nearest folder above it that is there.
func freeSpace(dir string) (int64, error) {
	for !isDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("ask for free space: %w", &os.PathError{Op: "statfs", Path: dir, Err: err})
	}
	return int64(s.Bavail) * int64(s.Bsize), nil // their types differ between systems
}
