package gpu

import (
	"errors"
	"sync"

	"asterism/engine/backend"
	"asterism/kernels/cuda"
)

// errClosed is the cause of a replica that was closed by its owner.
var errClosed = errors.New("the copy of the index on the GPU was given back")

// lifetime ends once and keeps the cause: the GPU is lost, it differs from the processor, the program has a fault, or
// the replica was closed.
type lifetime struct {
	ended chan struct{}
	once  sync.Once
	err   error
}

func newLifetime() *lifetime { return &lifetime{ended: make(chan struct{})} }

// end keeps the first cause, calls say if this is the first, and wakes everybody who waits for the GPU.
func (f *lifetime) end(cause error, say func()) {
	f.once.Do(func() {
		say()
		if errors.Is(cause, cuda.ErrLost) {
			cause = &lostError{cause}
		}
		f.err = cause
		close(f.ended)
	})
}

// cause returns why the replica has ended; nil while it has not.
func (f *lifetime) cause() error {
	select {
	case <-f.ended:
		return f.err
	default:
		return nil
	}
}

// lostError reports a lost GPU to the engine as backend.ErrLost.
type lostError struct{ cause error }

func (e *lostError) Error() string   { return e.cause.Error() }
func (e *lostError) Unwrap() []error { return []error{backend.ErrLost, e.cause} }
