//go:build !unix

package device

// Descriptors is how many files and connections this process may have open at a time; the system sets no limit that could be read.
func Descriptors() int { return 1 << 20 }
