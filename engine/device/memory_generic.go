//go:build !linux && !darwin

package device

// memoryBytes is not found out on this system.
func memoryBytes() uint64 { return 0 }
