package device

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Where the kernel states this process's own memory limit, control groups version 2 and 1.
var cgroupLimits = []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}

// memoryBytes is the machine's memory, or the container's limit when that is lower; 0 when unknown.
func memoryBytes() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	total := uint64(info.Totalram) * uint64(info.Unit)
	for _, path := range cgroupLimits {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if limit, ok := parseLimit(string(text)); ok && limit < total {
			total = limit
		}
	}
	return total
}

// parseLimit reads one control-group limit: a number of bytes, or "max" for none.
func parseLimit(text string) (uint64, bool) {
	limit, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return limit, err == nil && limit > 0
}
