//go:build !linux && !darwin

package wire

import (
	"errors"
	"net"
)

// peerUser does not know how this system says whose a process is; so a store is not shared here.
func peerUser(*net.UnixConn) (int, error) { return 0, errors.ErrUnsupported }
