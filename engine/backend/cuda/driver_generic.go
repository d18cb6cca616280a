//go:build !cuda

package cuda

import (
	"errors"

	"asterism/kernels/cuda"
)

// openDriver says why there is none.
func openDriver(int) (cuda.Machine, error) {
	return nil, errors.New("this binary was built without the tag cuda: use `make build`")
}
