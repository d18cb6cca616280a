//go:build unix

package rocks

import (
	"os"

	"golang.org/x/sys/unix"
)

// FreeSpace returns the bytes that this user can still write to the disk of dir; ok is false if that is unknown.
func FreeSpace(dir string) (bytes uint64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}

// lockedElsewhere reports whether the process pid runs and a process other than this one has locked the file. It must not be called if this process may hold the lock: closing any
// descriptor of a file releases all locks that a process has on it (POSIX, fcntl).
func lockedElsewhere(path string, pid int) bool {
	if err := unix.Kill(pid, 0); err == unix.ESRCH {
		return false
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	l := unix.Flock_t{Type: unix.F_WRLCK}
	return unix.FcntlFlock(f.Fd(), unix.F_GETLK, &l) == nil && l.Type != unix.F_UNLCK
}
