// Package caught answers: what happens after a panic?
//
// It becomes an error for the caller that waits for the work, and one line in the log with the stack. Work for a caller runs in [Run], [Group], or under a deferred
// [Into]. So one request that meets an internal fault fails, and the process continues for the others. Some faults end a Go process and cannot be caught: concurrent
// writes to one map, no memory left, a fault inside a C library.
package caught

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
)

// Panic is a panic as an error. It wraps nothing, even if the value was an error: that error was not meant for the receiver of this one.
type Panic struct {
	ID    string // in the message and in the log, to find one from the other
	Value any
	Stack []byte
}

// Error returns the id and the text of the value.
func (p *Panic) Error() string { return fmt.Sprintf("internal fault %s: %v", p.ID, p.Value) }

// Into turns a panic of the function that defers it into that function's error. It must be deferred directly, not called by a deferred function: defer
// caught.Into(&err).
func Into(err *error) {
	if value := recover(); value != nil {
		*err = Note(value)
	}
}

// Run calls fn and returns its panic as an error.
func Run(fn func() error) (err error) {
	defer Into(&err)
	return fn()
}

// Do is Run for a function without an error.
func Do(fn func()) (err error) {
	defer Into(&err)
	fn()
	return nil
}

// Note logs a recovered value and returns it as an error, for callers that must inspect the value first. The log is written here and not where the error arrives: an
// error can be dropped on its way, because another came first or the caller has left, and an internal fault must not be lost.
func Note(value any) *Panic {
	p := &Panic{ID: fmt.Sprintf("%08x", rand.Uint32()), Value: value, Stack: debug.Stack()}
	slog.Error("a panic was caught", "fault", p.ID, "panic", fmt.Sprint(value), "stack", string(p.Stack))
	return p
}
