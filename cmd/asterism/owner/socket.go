package owner

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"asterism/mcp/wire"
)

// SocketName is the socket through which other assistants' processes reach the server of a data directory, and OwnerSocketName the one for its user's own commands: a model may call
// a choice of tools, a user all. Both are in RunFolder, which only its owner can enter. A new socket has the permissions of the umask until they are changed, and without that
// folder another user could connect in between.
const (
	SocketName      = "serve.sock"
	OwnerSocketName = "owner.sock"
	RunFolder       = "run"
)

// mostSocketPath is the longest path of a socket that every system accepts, in bytes.
const mostSocketPath = 100

// ListenSocket creates a socket for the process that holds the lock. Closing the listener removes it, and tidy removes what was created around it.
func ListenSocket(data, name string) (l *net.UnixListener, tidy func(), err error) {
	path, tidy, err := socketPath(data, name)
	if err != nil {
		return nil, nil, err
	}
	for _, left := range []string{path, filepath.Join(data, name)} { // left by a killed process, the second by an older program; the holder of the lock may remove them
		if gone := os.Remove(left); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	if err == nil {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	}
	if err == nil {
		if err = os.Chmod(path, 0o600); err != nil { // the folder keeps others out already; these permissions make that visible
			_ = l.Close()
		}
	}
	if err != nil {
		tidy()
		return nil, nil, err
	}
	return l, tidy, nil
}

// socketPath creates the folder of a socket: in the data directory, or, if that path is too long, in the temporary folder.
func socketPath(data, name string) (path string, tidy func(), err error) {
	path, err = filepath.Abs(filepath.Join(data, RunFolder, name))
	if err != nil {
		return "", nil, err
	}
	dir := filepath.Dir(path)
	if len(path) <= mostSocketPath {
		err = ownFolder(dir)
	} else if dir, err = os.MkdirTemp("", "asterism-"); err == nil {
		path = filepath.Join(dir, name)
	}
	return path, func() { _ = os.Remove(dir) }, err
}

// ownFolder creates a folder that only this user can enter, or closes an existing one to others.
func ownFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("make folder %s: what is there is no folder (%s): remove it", dir, info.Mode())
	}
	if owner := ownerOf(info); owner != os.Geteuid() {
		return fmt.Errorf("make folder %s: it belongs to user %d, and this process to user %d: remove it", dir, owner, os.Geteuid())
	}
	if openTo(info) == 0 {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	if info, err = os.Lstat(dir); err == nil && openTo(info) != 0 { // a file system without permissions
		err = fmt.Errorf("make folder %s: it stays open to other users (%s): name a data directory on another file system", dir, info.Mode())
	}
	return err
}

// helloWait is how long a server may take to send its first line.
const helloWait = 5 * time.Second

// DialSocket connects to the server of a data directory. The server may belong to this user, the administrator, or the directory's owner: the administrator's commands go through a
// user's server.
func DialSocket(data, path string) (*net.UnixConn, error) {
	var also []int
	if info, err := os.Stat(data); err == nil {
		also = append(also, ownerOf(info))
	}
	return wire.DialSocket(path, helloWait, also...)
}
