//go:build !linux && !darwin

package device

// memoryBytes is not known on this system.
func memoryBytes() uint64 { return 0 }
