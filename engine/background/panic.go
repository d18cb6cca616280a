package background

import (
	"fmt"
	"runtime/debug"
)

// panicked is a panic of the work as an error.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// guard runs work; its panic is its error. The process must not end for it: others are served by it.
func guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicked{v, debug.Stack()}
		}
	}()
	return work()
}
