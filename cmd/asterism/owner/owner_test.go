package owner

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// nobody is a user that is not this one.
const nobody = 65534

// withUmask sets the process's umask until the test ends.
func withUmask(t *testing.T, mask int) {
	t.Helper()
	before := syscall.Umask(mask)
	t.Cleanup(func() { syscall.Umask(before) })
}

// folder makes a folder of a mode, whatever the umask.
func folder(t *testing.T, path string, mode fs.FileMode) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

// notHere says that a process cannot give a file away: it is not the administrator's, or in a container that has one user only.
func notHere(err error) bool { return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) }
