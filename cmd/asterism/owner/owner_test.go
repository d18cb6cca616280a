package owner

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// nobody is a user other than this one.
const nobody = 65534

// withUmask sets the process's umask until the test ends.
func withUmask(t *testing.T, mask int) {
	t.Helper()
	before := syscall.Umask(mask)
	t.Cleanup(func() { syscall.Umask(before) })
}

// folder creates a folder with permissions, whatever the umask.
func folder(t *testing.T, path string, mode fs.FileMode) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

// notHere skips if a process cannot give a file away: it is not the administrator's, or the container has only one user.
func notHere(err error) bool { return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) }
