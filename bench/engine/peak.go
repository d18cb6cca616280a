package engine

import (
	"time"

	"asterism/bench/report"
)

// watchEvery is how often a process's peak is read; only its growth in the last such interval is missed.
const watchEvery = 20 * time.Millisecond

// watchPeak follows the largest resident memory of a process. The function it returns ends that and gives the peak in
// MiB, 0 where the system does not tell. The kernel's own account for parents, rusage's ru_maxrss, will not do: it
// begins with the memory of the process that forked.
func watchPeak(pid int) (peak func() float64) {
	stop, result := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for {
			most = max(most, report.MemoryMiB(pid, "VmHWM"))
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
