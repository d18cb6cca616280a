package main

import (
	"fmt"
	"os"
	"strings"
)

// freeMemory is what the kernel says programs can still have, in bytes; 0 where it does not say.
func freeMemory() uint64 {
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

func gib(bytes uint64) float64 { return float64(bytes) / (1 << 30) }
