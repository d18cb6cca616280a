//go:build !linux && !darwin

package wire

import (
	"errors"
	"net"
)

// peerUser fails: on this system we do not know how to find the user, so a store is not shared.
func peerUser(*net.UnixConn) (int, error) { return 0, errors.ErrUnsupported }
