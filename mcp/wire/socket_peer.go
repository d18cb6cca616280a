package wire

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
)

// ErrOtherUser means that the process at the other end of a socket belongs to another user.
var ErrOtherUser = errors.New("the process at the other end is another user's")

// administrator is the user who can read and change every store anyway.
const administrator = 0

// peers returns the user of the process at the other end of a socket, as reported by the kernel. Tests replace it.
type peers func(*net.UnixConn) (user int, err error)

// check returns an error for a connection of another user. It accepts this process's own user, the administrator, whose commands reach a user's server, and the users in also. The
// permissions of the socket and its folder keep other users away too, but this check does not rely on them.
func (who peers) check(conn *net.UnixConn, also ...int) error {
	user, err := who(conn)
	if err != nil { // if the user is not known, every connection is refused
		return fmt.Errorf("ask whose process is at the other end of a socket: %w", err)
	}
	if user == os.Geteuid() || user == administrator || slices.Contains(also, user) {
		return nil
	}
	return fmt.Errorf("%w: user %d, and this one is user %d's", ErrOtherUser, user, os.Geteuid())
}

// onSocket gives fn the socket's file descriptor.
func onSocket(conn *net.UnixConn, fn func(fd int) error) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = fn(int(fd)) }); err != nil {
		return err
	}
	return inner
}
