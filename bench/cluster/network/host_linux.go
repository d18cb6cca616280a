package network

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

const tunDevice = "/dev/net/tun"

// host is a namespace and the device of ours in it.
type host struct {
	name   string
	device *os.File
}

// made counts hosts of this process, so that each has a name of its own.
var made atomic.Int64

func address(host int) string { return fmt.Sprintf("192.0.2.%d", host+1) }

// destination is the number of the host that a packet of IPv4 is for.
func destination(packet []byte) (host int, ok bool) {
	const header, to = 20, 16
	if len(packet) < header || packet[0]>>4 != 4 || binary.BigEndian.Uint32(packet[to:])>>8 != 192<<16|0<<8|2 {
		return 0, false
	}
	return int(packet[to+3]) - 1, packet[to+3] > 0
}

// newHost makes a namespace, with a device whose other end is this process.
func newHost(number int) (*host, error) {
	n := made.Add(1)
	h := &host{name: fmt.Sprintf("asterism-%d-%d", os.Getpid(), n)}
	link := fmt.Sprintf("ast%d-%d", os.Getpid()%100_000, n) // a device's name has at most 15 letters
	fd, err := unix.Open(tunDevice, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	request, err := unix.NewIfreq(link)
	if err == nil {
		request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, request)
	}
	if err != nil {
		return nil, errors.Join(err, unix.Close(fd))
	}
	h.device = os.NewFile(uintptr(fd), tunDevice) // only now is it something that can be waited for
	for _, args := range [][]string{
		{"netns", "add", h.name},
		{"link", "set", link, "netns", h.name},
		{"-n", h.name, "address", "add", address(number) + "/24", "dev", link},
		{"-n", h.name, "link", "set", link, "up"},
		{"-n", h.name, "link", "set", "lo", "up"},
	} {
		if err := ip(args...); err != nil {
			return nil, errors.Join(err, h.close())
		}
	}
	return h, nil
}

func (h *host) close() error {
	err := h.device.Close()
	if ip("netns", "list-id") == nil { // a namespace that was never made is no mistake here
		_ = ip("netns", "delete", h.name)
	}
	return err
}

func ip(args ...string) error {
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}
