package rocks

import (
	"fmt"

	"asterism/engine/store"
)

// room is the free disk space that the store keeps clear of: what its buffered writes need to become sorted files, and half of
// that again for merging them. A write that would eat into it is refused before RocksDB sees it, because a log
// write that fails half-way makes builds of RocksDB with assertions (Debian's) abort the process some calls later.
type room struct {
	dir     string
	reserve uint64
}

func newRoom(dir string, b budget) room {
	return room{dir: dir, reserve: b.buffers + b.buffers/2}
}

// smallWrite is the size below which a write may use three quarters of the reserve: forgetting must go on working on a full disk.
const smallWrite = 4 << 10

// check refuses a write of so many bytes when the disk is too full for it. What the system does not tell is not checked.
func (r room) check(bytes uint64) error {
	need := r.reserve + 2*bytes // a value is written to the log, and later to a sorted file
	if bytes < smallWrite {
		need = r.reserve / 4
	}
	free, ok := freeSpace(r.dir)
	if !ok || free >= need {
		return nil
	}
	return fmt.Errorf("%w: %d MiB are free in %s, and %d MiB must be for this write", store.ErrNoSpace, free>>20, r.dir, (need+1<<20-1)>>20)
}
