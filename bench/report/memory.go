package report

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// MemoryMiB reads a process's memory under a key of /proc/PID/status ("VmHWM": the largest resident memory so far;
// "RssAnon": that of no file), in MiB; 0 if the system does not report it.
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

// FreeMemory is the memory that is available according to the kernel, in bytes; 0 if unknown.
func FreeMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kib uint64
		if _, err := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	return 0
}
