package queue

import (
	"errors"
	"fmt"
	"time"
)

// ErrBusy matches every [BusyError] in errors.Is.
var ErrBusy = errors.New("queue is busy")

// ErrClosed means that the queue accepts no more values or, from Pop, that it is closed and
// empty.
var ErrClosed = errors.New("queue is closed")

// BusyError means that no place became free in time. Nothing was pushed.
type BusyError struct {
	Capacity   int           // places in all
	RetryAfter time.Duration // when a place is likely to be free, estimated from the rate at which places became free
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("queue is busy: all %d places are taken, try again in %s", e.Capacity, e.RetryAfter.Round(time.Millisecond))
}

// Is makes errors.Is(err, ErrBusy) true.
func (e *BusyError) Is(target error) bool { return target == ErrBusy }
