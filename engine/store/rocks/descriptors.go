package rocks

const (
	// otherFiles is what a store has open besides its sorted files and the handles of its folder: its lock, RocksDB's log, the
	// manifest, the write-ahead log, and what each flush or merge writes.
	otherFiles = 4 + 2*maxJobs
	// minOpenFiles is how many sorted files reads have open at once even if fewer are kept open: those of the first level of
	// all spaces while a whole store is scanned.
	minOpenFiles = 40
	// processFiles is about what a process has open besides its store: see openFiles.
	processFiles = 96
)

// Descriptors is how many files the stores of a process have open at a time, which may have limit open in all and keeps [OpenFilesEach] open: as many sorted files as are kept open and, for each
// store, a handle of the folder for RocksDB itself and one for each family, and a few more.
func Descriptors(limit, stores int) int {
	return stores * (max(OpenFilesEach(limit, stores), minOpenFiles) + 1 + len(families) + otherFiles)
}

// openFiles is how many sorted files are kept open: a third of what is left for files and connections. A file that is
// not open is opened when it is read, which takes some ten microseconds.
func openFiles(limit int) int { return min(max((limit-processFiles)/3, minFiles), maxFiles) }

// OpenFilesEach is how many sorted files each of several stores of a process keeps open, which may have limit files open in all: together as many as one store alone would, and each as many as
// RocksDB keeps at least.
func OpenFilesEach(limit, stores int) int {
	return max(openFiles(limit)/max(stores, 1), minFiles)
}

// shardBits is into how many parts, as a power of two, RocksDB divides the sorted files that it keeps open, so that readers do not wait for one lock. Each part keeps one at least: with
// the usual 64 parts, 64 are open whatever was said.
func shardBits(files int) int {
	if files < 1024 {
		return 2
	}
	return 6
}
