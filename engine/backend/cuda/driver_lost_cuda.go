//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"reflect"

	"asterism/kernels/cuda"
)

// outOfMemory is the driver's number for an allocation that does not fit into its memory.
const outOfMemory = 2

// sticky are the driver's errors that a context does not recover from, so that the GPU is lost to this process.
var sticky = map[int64]bool{
	4: true, 46: true, 100: true, 201: true, 709: true, // the driver, the device or the context is gone
	214: true, 220: true, 226: true, // errors of memory and links that cannot be corrected
	700: true, 702: true, 710: true, 714: true, 715: true, 716: true, 717: true, 718: true, 719: true, 721: true, 911: true, // a kernel ended before its time
	999: true, // unknown to the driver too
}

// classified wraps an error of the driver in the error that the engine knows: [cuda.ErrMemory], [cuda.ErrLost], or neither. Both gorgonia.org/cu's errors, whose type has
// no exported name, and ours are the driver's numbers.
func classified(err error) error {
	if err == nil || errors.Is(err, cuda.ErrMemory) || errors.Is(err, cuda.ErrLost) {
		return err
	}
	switch number := numberOf(err); {
	case number == outOfMemory:
		return fmt.Errorf("%w (%w)", cuda.ErrMemory, err)
	case sticky[number]:
		return fmt.Errorf("%w: %w", cuda.ErrLost, err)
	}
	return err
}

// numberOf returns the driver's number in an error, which may wrap it in more text (what could not be compiled, for example); 0 if there is none.
func numberOf(err error) int64 {
	for ; err != nil; err = errors.Unwrap(err) {
		switch v := reflect.ValueOf(err); {
		case v.CanInt():
			return v.Int()
		case v.CanUint():
			return int64(v.Uint())
		}
	}
	return 0
}
