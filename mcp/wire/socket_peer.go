package wire

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
)

// ErrOtherUser says that the process at the other end of a socket is another user's.
var ErrOtherUser = errors.New("the process at the other end is another user's")

// administrator is the user who may read and change every store anyway.
const administrator = 0

// peers tells whose process is at the other end of a socket, as the kernel says. Tests put other users there.
type peers func(*net.UnixConn) (user int, err error)

// check refuses a connection of another user. It accepts this process's own user, the administrator, whose commands reach a user's server, and the users
// in also. The modes of the socket and of its folder keep other users away as well; this check does not rely on them.
func (who peers) check(conn *net.UnixConn, also ...int) error {
	user, err := who(conn)
	if err != nil { // where the user cannot be found out, everybody is refused
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
