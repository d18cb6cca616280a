package shell

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"asterism/engine/fault"
)

// printed is standard output as all text goes to it. It keeps the first failure of a write for [Unprinted], so that no command has to look at each of its lines.
type printed struct {
	mu     sync.Mutex
	failed error
}

var stdout printed

// Write implements io.Writer. os.Stdout is looked up at every write, as tests put another in its place.
func (p *printed) Write(b []byte) (int, error) {
	n, err := os.Stdout.Write(b)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // a reader that has seen enough, such as head, is no failure
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.failed == nil {
			p.failed = err
		}
	}
	return n, err
}

// Stdout is standard output for text. What fails is told at the end, see [Unprinted].
func Stdout() io.Writer { return &stdout }

// Printf is fmt.Printf for commands, see [Stdout].
func Printf(format string, a ...any) { fmt.Fprintf(&stdout, format, a...) }

// Println is fmt.Println for commands, see [Stdout].
func Println(a ...any) { fmt.Fprintln(&stdout, a...) }

// Print is fmt.Print for commands, see [Stdout].
func Print(a ...any) { fmt.Fprint(&stdout, a...) }

// Unprinted says that some text did not reach standard output, as on a full disk; nil when all did.
func Unprinted() error {
	stdout.mu.Lock()
	defer stdout.mu.Unlock()
	if stdout.failed == nil {
		return nil
	}
	return fault.Invalid("the answer is not whole: %v", "the command did its work: make room, or send its output elsewhere, and ask again for what it says", stdout.failed)
}
