package cuda

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
)

// errClosed is the error of work that is sent after close.
var errClosed = errors.New("the GPU has been given back")

// owner keeps a machine on one locked thread, from its opening to its end: a driver's context belongs to the thread that made it. Lanes have threads and
// streams of their own.
type owner struct {
	work chan func(cuda.Machine)
	done chan struct{}
	once sync.Once
	stop chan struct{}
}

// startOwner starts a goroutine for the machine that open makes there.
func startOwner(open func() (cuda.Machine, error)) (*owner, error) {
	o := &owner{work: make(chan func(cuda.Machine)), done: make(chan struct{}), stop: make(chan struct{})}
	opened := make(chan error, 1)
	go func() {
		defer close(o.done)
		runtime.LockOSThread() // see startLane
		var m cuda.Machine
		err := caught.Run(func() (err error) { m, err = open(); return err })
		opened <- err
		if err != nil {
			return
		}
		_ = caught.Do(func() { o.serve(m) }) // no caller waits for an error of closing
	}()
	if err := <-opened; err != nil {
		return nil, err
	}
	return o, nil
}

func (o *owner) serve(m cuda.Machine) {
	defer m.Close()
	for {
		select {
		case f := <-o.work:
			f(m)
		case <-o.stop:
			return
		}
	}
}

// do runs f on the machine's thread and waits for it. A context that ends while f waits for its turn withdraws it; a fault in f is an error.
func (o *owner) do(ctx context.Context, f func(cuda.Machine) error) error {
	answer, err := o.begin(ctx, f)
	if err != nil {
		return err
	}
	return <-answer
}

// attempt is do for work that may never end. When ctx has ended and f does not return within grace either, attempt returns without it and the GPU counts as
// lost. f may still run then, so what it changes may be read only on its thread.
func (o *owner) attempt(ctx context.Context, grace time.Duration, f func(cuda.Machine) error) error {
	answer, err := o.begin(ctx, f)
	if err != nil {
		return err
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-answer:
		return err
	case <-time.After(grace):
		return fmt.Errorf("%w: it has not come back from its work: %w", cuda.ErrLost, context.Cause(ctx))
	}
}

// begin sends f to the machine's thread and returns the channel of its error.
func (o *owner) begin(ctx context.Context, f func(cuda.Machine) error) (<-chan error, error) {
	answer := make(chan error, 1)
	select {
	case o.work <- func(m cuda.Machine) { answer <- caught.Run(func() error { return f(m) }) }:
		return answer, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-o.done:
		return nil, errClosed
	}
}

// close ends the goroutine after the running work.
func (o *owner) close() {
	o.once.Do(func() { close(o.stop) })
	<-o.done
}
