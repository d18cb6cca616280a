package cuda

import "errors"

// ErrMemory is wrapped by the error of an allocation for which the machine has no room.
var ErrMemory = errors.New("out of device memory")

// Machine runs launches: a card through its driver, or the emulation. Calls are made by one goroutine at a time and take effect in the order they are
// made; Launch and Upload may return before their work is done, Download and Wait do not.
type Machine interface {
	// Name says what it is, for people.
	Name() string
	// Alloc returns room for n bytes, aligned to 256. Its error wraps ErrMemory when there is none.
	Alloc(n int) (Pointer, error)
	Free(p Pointer) error
	// Upload copies data to p; data may be changed when it has returned.
	Upload(p Pointer, data []byte) error
	// Download waits for all work before it and copies from p into data.
	Download(data []byte, p Pointer) error
	// Launch starts a kernel.
	Launch(l Launch) error
	// Wait returns when everything that was started is done, with its first fault.
	Wait() error
	// Close frees everything.
	Close() error
}
