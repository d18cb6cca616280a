package wire

import (
	"net"

	"golang.org/x/sys/unix"
)

// peerUser returns the user of the process that connected or listens, at the time when it did.
func peerUser(conn *net.UnixConn) (user int, err error) {
	err = onSocket(conn, func(fd int) error {
		c, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		if err == nil {
			user = int(c.Uid)
		}
		return err
	})
	return user, err
}
