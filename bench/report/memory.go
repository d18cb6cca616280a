package report

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// MemoryMiB is what the system says of a process's memory under a key of /proc/PID/status ("VmHWM": the largest resident
// memory so far; "RssAnon": that of no file), in MiB; 0 where it does not tell.
func MemoryMiB(pid int, key string) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(line, key+":"); ok {
			kib, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "kB")), 64)
			return kib / 1024
		}
	}
	return 0
}
