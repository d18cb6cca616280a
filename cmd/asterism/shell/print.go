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

// printed is standard output for all text. It stores the first write error for [Unprinted], so that commands need not check each line.
type printed struct {
	mu     sync.Mutex
	failed error
}

var stdout printed

// Write implements io.Writer. It uses the present os.Stdout at every write, since tests replace it.
func (p *printed) Write(b []byte) (int, error) {
	n, err := os.Stdout.Write(b)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // a reader that stops, such as head, is no failure
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.failed == nil {
			p.failed = err
		}
	}
	return n, err
}

// Stdout is standard output for text. Errors are reported at the end, see [Unprinted].
func Stdout() io.Writer { return &stdout }

// Printf is fmt.Printf for commands, see [Stdout].
func Printf(format string, a ...any) { fmt.Fprintf(&stdout, format, a...) }

// Println is fmt.Println for commands, see [Stdout].
func Println(a ...any) { fmt.Fprintln(&stdout, a...) }

// Print is fmt.Print for commands, see [Stdout].
func Print(a ...any) { fmt.Fprint(&stdout, a...) }

// Unprinted returns an error if some text could not be written to standard output, as on a full disk.
func Unprinted() error {
	stdout.mu.Lock()
	defer stdout.mu.Unlock()
	if stdout.failed == nil {
		return nil
	}
	return fault.Invalid("the answer is not whole: %v", "the command did its work: make room, or send its output elsewhere, and ask again for what it says", stdout.failed)
}
