package rocks

import (
	"fmt"

	"asterism/engine/store"
)

// spaceCheck refuses writes when the disk is nearly full. It reserves what buffered writes need to become sorted files,
// and half of that again for merging them. A write that needs the reserve is refused before RocksDB sees it: a log write
// that fails half-way makes builds of RocksDB with assertions (Debian's) abort the process some calls later.
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

// check refuses a write of so many bytes when the disk is too full for it. If the system does not tell the free space,
// nothing is refused.
func (r spaceCheck) check(bytes uint64) error {
	need := r.reserve + 2*bytes // a value is written to the log, and later to a sorted file
	if bytes < smallWrite {
		need = r.reserve / 4
	}
	free, ok := FreeSpace(r.dir)
	if !ok || free >= need {
		return nil
	}
	return fmt.Errorf("%w: %d MiB are free in %s, and %d MiB must be for this write", store.ErrNoSpace, free>>20, r.dir, (need+1<<20-1)>>20)
}
