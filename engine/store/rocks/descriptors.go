package rocks

const (
	// otherFiles is the number of a store's open files apart from its sorted files and the handles of its folder: its lock,
	// RocksDB's log, the manifest, the write-ahead log, and the output of each flush or merge.
	otherFiles = 4 + 2*maxJobs
	// minOpenFiles is the number of sorted files that reads have open at once even if fewer are kept open: those of the
	// first level of all spaces during a scan of the whole store.
	minOpenFiles = 40
	// processFiles is about the number of open files of a process apart from its store: see openFiles.
	processFiles = 96
)

// Descriptors returns how many files the stores of a process have open at a time. limit is how many the process may open; each store keeps [OpenFilesEach] open. For each store it
// counts these sorted files, a handle of the folder for RocksDB and one for each family, and a few more.
func Descriptors(limit, stores int) int {
	return stores * (max(OpenFilesEach(limit, stores), minOpenFiles) + 1 + len(families) + otherFiles)
}

// openFiles is how many sorted files are kept open: a third of what remains for files and connections. A file that is
// not open is opened when it is read, which takes some ten microseconds.
func openFiles(limit int) int { return min(max((limit-processFiles)/3, minFiles), maxFiles) }

// OpenFilesEach returns how many sorted files each of several stores of a process keeps open, if the process may open limit files: together as many as a single store would, but each at
// least RocksDB's minimum.
func OpenFilesEach(limit, stores int) int {
	return max(openFiles(limit)/max(stores, 1), minFiles)
}

// shardBits is the base-2 logarithm of the number of parts into which RocksDB divides its open sorted files, so that readers do not wait for one lock. Each part keeps at least one:
// with the usual 64 parts, 64 files stay open whatever the setting.
func shardBits(files int) int {
	if files < 1024 {
		return 2
	}
	return 6
}
