package rocks

import (
	"cmp"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"strings"

	"asterism/engine/device"
)

// Options says how a store is opened. The zero value of every field except Dir is a sound choice.
type Options struct {
	Dir        string       // the store's own directory; made when missing
	ReadOnly   bool         // read while another process owns the store: takes no lock, sees the state at opening, changes nothing
	CacheBytes int64        // for blocks read from disk; 0: a sixteenth of the free memory, 32 MiB to 512 MiB
	OpenFiles  int          // sorted files kept open; 0: about a third of what the process may have open, 20 to 4,096
	Logger     *slog.Logger // nil: slog.Default()
	Follow     bool         // make an empty store a follower of a log, which only Replay writes; a follower stays one without this flag
}

const (
	minCache = 32 << 20
	maxCache = 512 << 20

	minJobs = 2
	maxJobs = 6

	minFiles = 20 // RocksDB's minimum
	maxFiles = 4096
)

// budget is the memory and disk space that one store may use in addition to its files: cache for reads, buffers for
// writes that are not yet in sorted files, and wal for the log that is read again after a crash.
type budget struct {
	cache, buffers, wal uint64
	jobs                int // threads that flush and compact
	files               int // sorted files that are kept open
}

func (o *Options) budget() budget {
	cache := uint64(o.CacheBytes)
	if o.CacheBytes <= 0 {
		cache = min(max(freeMemory()/16, minCache), maxCache)
	}
	buffers := min(max(cache/8, 16<<20), 64<<20)
	files := cmp.Or(o.OpenFiles, openFiles(device.Descriptors()))
	return budget{cache: cache, buffers: buffers, wal: 2 * buffers, jobs: min(max(runtime.NumCPU()/2, minJobs), maxJobs), files: files}
}

// freeMemory returns the bytes that this process can still use: what the kernel reports as available, or what the
// control group allows if that is less. If neither is known it returns 0, and the smallest cache is used.
func freeMemory() uint64 {
	free := uint64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		free = available(string(text))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			free = min(free, n)
		}
	}
	return free
}

func available(meminfo string) uint64 {
	for line := range strings.Lines(meminfo) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "MemAvailable:" {
			if kib, err := strconv.ParseUint(f[1], 10, 64); err == nil {
				return kib << 10
			}
		}
	}
	return 0
}
