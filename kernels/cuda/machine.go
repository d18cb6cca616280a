package cuda

import "errors"

var (
	// ErrMemory is wrapped by the error of an allocation for which there is not enough memory.
	ErrMemory = errors.New("out of device memory")
	// ErrLost is wrapped by the errors of a machine that no longer works: every call after such an error returns one. After any other error the machine
	// works on.
	ErrLost = errors.New("the GPU is lost")
)

// Machine runs launches: a GPU through its driver, or the emulation. Calls are made by one goroutine at a time, locked to its thread, and take effect in
// the order they are made; Launch and Upload may return before their work is done, Download and Wait do not.
type Machine interface {
	// Device describes what the machine runs on, and opens streams of it. Its methods are called as the machine's own are.
	Device() Device
	// Alloc allocates n bytes, aligned to 256. Its error wraps ErrMemory when there is not enough.
	Alloc(n int) (Pointer, error)
	Free(p Pointer) error
	// Pin returns n bytes of page-locked host memory, so that copies from and to it run in parallel with kernels; Unpin releases them.
	Pin(n int) ([]byte, error)
	Unpin(data []byte) error
	// Upload copies data to p; data may be changed when it has returned. Data in pinned memory may be changed after Wait or Download only.
	Upload(p Pointer, data []byte) error
	// Download waits for all work before it and copies from p into data.
	Download(data []byte, p Pointer) error
	// Launch starts a kernel.
	Launch(l Launch) error
	// Wait returns when everything that was started is done, with its first fault.
	Wait() error
	// Capture records the launches that f makes on this stream, without running them, and returns a graph that runs them all. Every kernel in it must
	// have been launched once before, and f must only launch. The machine that was opened first cannot capture; its streams can.
	Capture(f func() error) (Graph, error)
	// Close frees everything.
	Close() error
}

// Device is the GPU, or the emulation, behind a machine.
type Device interface {
	// Name returns what it is, for people.
	Name() string
	// Info returns what it can do; it is the same while the machine is open.
	Info() Info
	// Memory returns the free and the total memory of the device, in bytes.
	Memory() (free, total uint64, err error)
	// Stream returns a view of the same device with a queue of its own: memory is shared, and only work within a stream is in order. It may be called from
	// any goroutine that is locked to its thread; the view belongs to that goroutine, and its Close ends the stream alone. The work of urgent streams goes
	// first where the device can do that.
	Stream(urgent bool) (Machine, error)
}

// Graph is a sequence of launches that is started at once. It belongs to the stream that captured it.
type Graph interface {
	Launch() error
	Close() error
}

// Info is what a kernel must know of a GPU.
type Info struct {
	Major, Minor   int // compute capability: 9 and 0 are sm_90
	SMs            int // streaming multiprocessors
	SharedPerBlock int // most bytes of shared memory that a block may request
}

// SharedUnasked is the shared memory, in bytes, that every GPU gives a block by default.
const SharedUnasked = 48 << 10
