package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// watchEvery is how often a process is asked for its peak; only what it grows in the last such interval is missed.
const watchEvery = 20 * time.Millisecond

// watchPeak follows the largest resident memory of a process. The function it returns ends that and gives the peak in
// MiB, 0 where the system does not tell. The kernel's own account for parents, rusage's ru_maxrss, will not do: it
// begins with the memory of the process that forked.
func watchPeak(pid int) (peak func() float64) {
	stop, result := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for {
			most = max(most, peakMemory(pid))
			select {
			case <-stop:
				result <- most
				return
			case <-time.After(watchEvery):
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-result
	}
}

// peakMemory is the largest resident memory of a process so far in MiB; 0 where the system does not tell.
func peakMemory(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "kB")), 64)
			return kib / 1024
		}
	}
	return 0
}
