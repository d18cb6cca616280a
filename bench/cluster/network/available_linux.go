package network

import (
	"fmt"
	"os"
	"os/exec"
)

// Available returns nil when hosts can be made here, and else what is missing. It makes one.
func Available() error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("hosts of a network are made by root alone, and this is user %d: run it by sudo", os.Geteuid())
	}
	if _, err := exec.LookPath("ip"); err != nil {
		return fmt.Errorf("the command ip is missing: apt-get install iproute2 (%w)", err)
	}
	f, err := os.OpenFile(tunDevice, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("devices of hosts cannot be made: %w; in a container it wants --device %s and --cap-add NET_ADMIN", err, tunDevice)
	}
	if err := f.Close(); err != nil {
		return err
	}
	h, err := newHost(0)
	if err != nil {
		return fmt.Errorf("hosts of a network cannot be made: %w; in a container it wants --cap-add SYS_ADMIN and --cap-add NET_ADMIN", err)
	}
	return h.close()
}
