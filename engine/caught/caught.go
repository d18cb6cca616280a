// Package caught answers: what becomes of a panic?
//
// It becomes an error of whoever waits for the work, and one line in the log with the stack. Work for a caller runs in [Run], [Group], or under a deferred [Into]: so
// one request that meets a fault of ours fails, and the process goes on for the others. What Go itself ends a process for cannot be caught: two goroutines that write to
// one map at once, no memory left, a fault inside of a C library.
package caught

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
)

// Panic is a panic as an error. It wraps nothing, also where the value was an error: that one was never meant for who gets this one.
type Panic struct {
	ID    string // in the message and in the log, so that one leads to the other
	Value any
	Stack []byte
}

// Error says the id and what the value says.
func (p *Panic) Error() string { return fmt.Sprintf("internal fault %s: %v", p.ID, p.Value) }

// Into makes a panic of the function that defers it that function's error. It must be deferred itself, not called by what is deferred: defer caught.Into(&err).
func Into(err *error) {
	if value := recover(); value != nil {
		*err = Note(value)
	}
}

// Run calls fn; its panic is its error.
func Run(fn func() error) (err error) {
	defer Into(&err)
	return fn()
}

// Do is Run of a function that has no error of its own.
func Do(fn func()) (err error) {
	defer Into(&err)
	fn()
	return nil
}

// Note writes what was recovered into the log of the process and makes an error of it; for who must look at the value before. It is done here and not by those who pass
// the error on: an error can be dropped on its way, for one that came first or because the caller has left, and a fault of ours must not be lost with it.
func Note(value any) *Panic {
	p := &Panic{ID: fmt.Sprintf("%08x", rand.Uint32()), Value: value, Stack: debug.Stack()}
	slog.Error("a panic was caught", "fault", p.ID, "panic", fmt.Sprint(value), "stack", string(p.Stack))
	return p
}
