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

// guard runs work and returns its panic as an error. The process must not end because of it: it
// serves other work too.
func guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicked{v, debug.Stack()}
		}
	}()
	return work()
}
