package cuda

import (
	"sync"

	"asterism/engine/backend"
)

// latch closes once, when the GPU is lost, and stores the cause.
type latch struct {
	gone chan struct{}
	once sync.Once
	err  error
	then func() // called once it is lost; nil: nothing is
}

func newLatch() *latch { return &latch{gone: make(chan struct{})} }

// lose stores the first cause and wakes every goroutine that waits for the GPU.
func (l *latch) lose(cause error) {
	l.once.Do(func() {
		l.err = &lostError{cause}
		close(l.gone)
		if l.then != nil {
			l.then()
		}
	})
}

// cause is why the GPU is lost; nil while it is not.
func (l *latch) cause() error {
	select {
	case <-l.gone:
		return l.err
	default:
		return nil
	}
}

// lostError is a fault of the GPU as the engine knows it.
type lostError struct{ cause error }

func (e *lostError) Error() string   { return e.cause.Error() }
func (e *lostError) Unwrap() []error { return []error{backend.ErrLost, e.cause} }
