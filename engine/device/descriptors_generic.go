//go:build !unix

package device

// Descriptors returns how many files and connections this process may have open at a time; this system has no readable limit.
func Descriptors() int { return 1 << 20 }
