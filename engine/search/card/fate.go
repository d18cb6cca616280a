package card

import (
	"errors"
	"sync"

	"asterism/engine/backend"
	"asterism/kernels/cuda"
)

// errClosed is why a mirror has ended that was closed.
var errClosed = errors.New("the copy of the index on the card was given back")

// fate closes once, when the mirror is of no more use, and keeps why: the card is lost, differs from the processor, a fault of the program, or it was closed.
type fate struct {
	gone chan struct{}
	once sync.Once
	err  error
}

func newFate() *fate { return &fate{gone: make(chan struct{})} }

// end keeps the first cause, says it, and lets everybody who waits for the card go.
func (f *fate) end(cause error, say func()) {
	f.once.Do(func() {
		say()
		if errors.Is(cause, cuda.ErrLost) {
			cause = &lostError{cause}
		}
		f.err = cause
		close(f.gone)
	})
}

// cause is why the mirror has ended; nil while it has not.
func (f *fate) cause() error {
	select {
	case <-f.gone:
		return f.err
	default:
		return nil
	}
}

// lostError is a fault of the card as the engine knows it.
type lostError struct{ cause error }

func (e *lostError) Error() string   { return e.cause.Error() }
func (e *lostError) Unwrap() []error { return []error{backend.ErrLost, e.cause} }
