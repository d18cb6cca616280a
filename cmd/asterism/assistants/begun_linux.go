package assistants

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// userTick is the unit of times in /proc/self/stat. The kernel's interface uses a hundredth of a second, whatever its internal unit: proc_pid_stat(5).
const userTick = 10 * time.Millisecond

// longestStart is how long a program can take until its own code runs. If the two clocks say more, as in a sandbox with its own clocks, they are not used.
const longestStart = 5 * time.Second

// begunAt returns when the kernel created this process: before its libraries were loaded, which takes a tenth of a second on a busy machine.
func begunAt() time.Time {
	now := time.Now()
	stat, err := os.ReadFile("/proc/self/stat")
	var since unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &since) != nil {
		return now
	}
	// After the name, which is in brackets and may contain anything, the time is the twentieth field.
	const field = 19
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= field {
		return now
	}
	ticks, err := strconv.ParseInt(string(fields[field]), 10, 64)
	age := time.Duration(since.Nano()) - time.Duration(ticks)*userTick
	if err != nil || age < 0 || age > longestStart {
		return now
	}
	return now.Add(-age)
}
