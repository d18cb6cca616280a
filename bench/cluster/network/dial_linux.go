package network

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Dial connects to a TCP address as a process on the host would, for example to what listens on the host's own loopback. The address is numbers.
func (w *Network) Dial(ctx context.Context, host int, addr string) (net.Conn, error) {
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		return nil, err
	}
	type made struct {
		fd  int
		err error
	}
	done := make(chan made, 1)
	go func() { // its thread has been in another namespace, and ends with it
		runtime.LockOSThread()
		fd, err := socketOn(w.hosts[host].name)
		done <- made{fd, err}
	}()
	m := <-done
	if m.err != nil {
		return nil, fmt.Errorf("make a socket on host %d: %w", host, m.err)
	}
	return connect(ctx, m.fd, at)
}

// socketOn makes a socket in a namespace: it stays there, whichever thread uses it.
func socketOn(namespace string) (int, error) {
	ns, err := os.Open(filepath.Join("/run/netns", namespace))
	if err != nil {
		return 0, err
	}
	defer func() { _ = ns.Close() }()
	if err := unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET); err != nil {
		return 0, err
	}
	return unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
}

// connect connects the socket, for at most as long as ctx says.
func connect(ctx context.Context, fd int, at netip.AddrPort) (net.Conn, error) {
	f := os.NewFile(uintptr(fd), at.String())
	defer func() { _ = f.Close() }() // the connection has a copy
	if err := within(ctx, fd); err != nil {
		return nil, err
	}
	if err := unix.Connect(fd, &unix.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}); err != nil {
		return nil, fmt.Errorf("connect to %v: %w", at, err)
	}
	return net.FileConn(f)
}

// within bounds how long the socket waits for an answer.
func within(ctx context.Context, fd int) error {
	deadline, ok := ctx.Deadline()
	if !ok || ctx.Err() != nil {
		return ctx.Err()
	}
	left := unix.NsecToTimeval(max(int64(time.Until(deadline)), int64(time.Millisecond)))
	return unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &left)
}
