package caught

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing"
)

// logged returns what do writes to the process's log.
func logged(t *testing.T, do func()) string {
	t.Helper()
	var out bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	defer slog.SetDefault(before)
	do()
	return out.String()
}

// dividesByZero panics in a function whose name must be in the stack.
func dividesByZero(n int) error { return fmt.Errorf("%d", 1/n) }

func TestRun(t *testing.T) {
	plain := errors.New("plain")
	for name, c := range map[string]struct {
		fn   func() error
		want string // of the fault; empty: none
		err  error
	}{
		"nothing":         {fn: func() error { return nil }},
		"an error":        {fn: func() error { return plain }, err: plain},
		"a runtime error": {fn: func() error { return dividesByZero(0) }, want: "runtime error: integer divide by zero"},
		"a text":          {fn: func() error { panic("odd") }, want: "odd"},
		"an error value":  {fn: func() error { panic(fs.ErrNotExist) }, want: "file does not exist"},
		"nil":             {fn: func() error { panic(nil) }, want: "panic called with nil argument"},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			log := logged(t, func() { err = Run(c.fn) })
			var p *Panic
			if c.want == "" {
				if err != c.err || log != "" {
					t.Errorf("got %v and the log %q, want %v and nothing logged", err, log, c.err)
				}
				return
			}
			if !errors.As(err, &p) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), p.ID) {
				t.Fatalf("got %v, want a fault with its id that says %q", err, c.want)
			}
			if strings.Count(log, p.ID) != 1 || strings.Count(log, "stack=") != 1 {
				t.Errorf("the log does not name the fault %s once, with its stack:\n%s", p.ID, log)
			}
			if errors.Is(err, fs.ErrNotExist) {
				t.Error("a fault is taken for the error that it was raised with")
			}
		})
	}
}

func TestTheStackLeadsToThePanic(t *testing.T) {
	var err error
	log := logged(t, func() { err = Run(func() error { return dividesByZero(0) }) })
	var p *Panic
	if !errors.As(err, &p) || !bytes.Contains(p.Stack, []byte("dividesByZero")) || !strings.Contains(log, "dividesByZero") {
		t.Errorf("neither stack nor log may leave out where it happened: %v\n%s", err, log)
	}
}

// TestInto: values that the function had set before the panic are not taken for its
// result.
func TestInto(t *testing.T) {
	half := func() (n int, err error) {
		defer Into(&err)
		n = 3
		panic("in the middle")
	}
	logged(t, func() {
		if _, err := half(); err == nil {
			t.Error("a panic left no error")
		}
	})
}

func TestGroup(t *testing.T) {
	logged(t, func() {
		g, ctx := WithContext(t.Context())
		g.SetLimit(2)
		g.Go(func() error { <-ctx.Done(); return ctx.Err() })
		g.Go(func() error { panic("odd") })
		var p *Panic
		if err := g.Wait(); !errors.As(err, &p) || ctx.Err() == nil {
			t.Errorf("got %v, and the context ended with %v; want the fault, which ends the others", err, context.Cause(ctx))
		}
	})
}

func TestNewGroupGoesOn(t *testing.T) {
	logged(t, func() {
		g, first, done := NewGroup(), make(chan struct{}), false
		g.Go(func() error { defer close(first); panic("odd") })
		g.Go(func() error { <-first; done = true; return nil })
		if err := g.Wait(); err == nil || !done {
			t.Errorf("got %v, and the other went on: %v; want a fault, and true", err, done)
		}
	})
}
