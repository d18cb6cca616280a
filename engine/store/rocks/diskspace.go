package rocks

import (
	"fmt"
	"math"

	"asterism/engine/store"
)

// spaceCheck refuses writes when the disk is nearly full. It reserves what buffered writes need to become sorted files,
// and half of that again for merging them. A write that would use the reserve is refused before RocksDB sees it: a log
// write that fails half-way makes builds of RocksDB with assertions (Debian's) abort the process some calls later.
type spaceCheck struct {
	dir     string
	reserve uint64
}

func newSpaceCheck(dir string, b budget) spaceCheck {
	return spaceCheck{dir: dir, reserve: b.buffers + b.buffers/2}
}

// smallWrite is the size below which a write may use three quarters of the reserve, so that memories can be forgotten on
// a full disk.
const smallWrite = 4 << 10

// check refuses a write of this many bytes if the disk is too full for it. If the system does not report the free
// space, nothing is refused.
func (r spaceCheck) check(bytes uint64) error {
	free, need := r.room(bytes)
	if free >= need {
		return nil
	}
	return fmt.Errorf("%w: %d MiB are free in %s, and %d MiB must be for this write", store.ErrNoSpace, mebibytes(free), r.dir, mebibytesUp(need))
}

// refuses returns why a write as large as a memory would be refused now; empty: it would not. It names no folder, so it may be shown to
// anybody.
func (r spaceCheck) refuses() string {
	free, need := r.room(smallWrite)
	if free >= need {
		return ""
	}
	return fmt.Sprintf("%d MiB are free on its disk, and %d MiB must be for a write", mebibytes(free), mebibytesUp(need))
}

// room returns how many bytes are free, and how many must be free for a write of this many bytes. If the system does not report it, free is the
// greatest number.
func (r spaceCheck) room(bytes uint64) (free, need uint64) {
	need = r.reserve + 2*bytes // a value is written to the log, and later to a sorted file
	if bytes < smallWrite {
		need = r.reserve / 4
	}
	free, ok := FreeSpace(r.dir)
	if !ok {
		free = math.MaxUint64
	}
	return free, need
}

func mebibytes(n uint64) uint64 { return n >> 20 }

func mebibytesUp(n uint64) uint64 { return (n + 1<<20 - 1) >> 20 }
