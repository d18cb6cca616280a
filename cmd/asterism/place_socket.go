package main

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"asterism/mcp"
)

// socketName is the socket in a data directory through which other processes of the same user reach the one that serves it.
const socketName = "serve.sock"

// mostSocketPath is the longest path of a socket that every system takes, in bytes.
const mostSocketPath = 100

// listenSocket makes the socket of the process that has the place; closing the listener removes it, and tidy what was made around it.
func listenSocket(data string) (l *net.UnixListener, tidy func(), err error) {
	path, tidy, err := socketPath(data)
	if err != nil {
		return nil, nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a process that was killed: who has the place may
		return nil, nil, err
	}
	l, err = net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err == nil {
		if err = os.Chmod(path, 0o600); err != nil {
			_ = l.Close()
		}
	}
	if err != nil {
		tidy()
		return nil, nil, err
	}
	return l, tidy, nil
}

// socketPath is in the data directory, or, where that is too deep, in a folder of its own among the temporary ones, which only its owner can read.
func socketPath(data string) (path string, tidy func(), err error) {
	path, err = filepath.Abs(filepath.Join(data, socketName))
	if err != nil || len(path) <= mostSocketPath {
		return path, func() {}, err
	}
	dir, err := os.MkdirTemp("", "asterism-")
	return filepath.Join(dir, socketName), func() { _ = os.Remove(dir) }, err
}

// helloPatience is how long a server may take to say that it is there; it does so before anything else.
const helloPatience = 5 * time.Second

func dialSocket(path string) (*net.UnixConn, error) { return mcp.DialSocket(path, helloPatience) }
