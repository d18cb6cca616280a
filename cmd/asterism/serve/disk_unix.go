//go:build unix

package serve

import "golang.org/x/sys/unix"

// freeSpace is how many bytes this user can still write to the disk of a folder.
func freeSpace(dir string) (bytes uint64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
