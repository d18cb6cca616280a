package member

import (
	"fmt"
	"net"
	"strconv"
)

// CheckAddress refuses what is no host with a port.
func CheckAddress(what, address string) error {
	host, port, err := net.SplitHostPort(address)
	if n, perr := strconv.Atoi(port); err != nil || host == "" || perr != nil || n < 1 || n > 65535 {
		return fmt.Errorf("%s %q: give a host and a port, such as 127.0.0.1:7747", what, address)
	}
	return nil
}

// doorOf is the address to join at of a node that names none: the next port.
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
