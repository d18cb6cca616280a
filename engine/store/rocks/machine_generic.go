//go:build !unix

package rocks

// FreeSpace is not known on this system.
func FreeSpace(string) (bytes uint64, ok bool) { return 0, false }

// lockedElsewhere is not known on this system: RocksDB detects it.
func lockedElsewhere(string, int) bool { return false }
