//go:build !cuda

package cuda

import (
	"errors"

	"asterism/kernels/cuda"
)

// openDriver returns an error that says why there is none.
func openDriver(int) (cuda.Machine, error) { return nil, errUntagged }

var errUntagged = errors.New("this binary was built without the tag cuda: use `make build`")

// Compile returns an error that says why there is no compiler.
func Compile(string) (told string, err error) { return "", errUntagged }
