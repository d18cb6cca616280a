package device

import "golang.org/x/sys/unix"

// memoryBytes returns the machine's memory; 0 if unknown.
func memoryBytes() uint64 {
	total, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return total
}
