package member

import (
	"fmt"
	"net"
	"strconv"
)

// CheckAddress returns an error unless the address has a host and a port.
func CheckAddress(what, address string) error {
	host, port, err := net.SplitHostPort(address)
	if n, perr := strconv.Atoi(port); err != nil || host == "" || perr != nil || n < 1 || n > 65535 {
		return fmt.Errorf("%s %q: give a host and a port, such as 127.0.0.1:7747", what, address)
	}
	return nil
}

// doorOf returns the join address of a node that names none: the port after its own.
func doorOf(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(port)
	if err != nil || n >= 65535 {
		return "", fmt.Errorf("address of the node %q: the port after it is where machines join, so it is at most 65534", listen)
	}
	return net.JoinHostPort(host, strconv.Itoa(n+1)), nil
}
