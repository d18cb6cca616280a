package rocks

const (
	// besideFiles is what a store has open beside its sorted files and the handles of its folder: its lock, the log of what RocksDB does, the manifest and the journal of writes,
	// and what each flush or merge writes.
	besideFiles = 4 + 2*maxJobs
	// atOnce is how many sorted files reads have open at once where fewer are kept open: those of the first level of all spaces while a whole store is walked through.
	atOnce = 40
	// setAside is what a process has open whatever its store holds, more or less: see openFiles.
	setAside = 96
)

// Descriptors is how many files the store of a process has open at a time, which may have limit open in all and was told nothing else by [Options]: as many sorted files as are kept
// open, a handle of the folder for RocksDB itself and one for each family, and a few more.
func Descriptors(limit int) int {
	return max(openFiles(limit), atOnce) + 1 + len(families) + besideFiles
}

// openFiles is how many sorted files are kept open: a third of what is left to files and connections. One that is not open is opened when it is read, which takes some ten microseconds.
func openFiles(limit int) int { return min(max((limit-setAside)/3, minFiles), maxFiles) }

// shardBits is into how many parts, as a power of two, RocksDB divides the sorted files that it keeps open, so that readers do not wait for one lock. Each part keeps one at least: with
// the usual 64 parts, 64 are open whatever was said.
func shardBits(files int) int {
	if files < 1024 {
		return 2
	}
	return 6
}
