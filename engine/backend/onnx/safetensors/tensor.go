package safetensors

import (
	"fmt"
	"math/bits"
)

// Tensor says where the values of one weight are: Bytes bytes from Offset, counted from the start of the file, row-major
// and little-endian.
type Tensor struct {
	Name          string
	Type          DType
	Shape         []int
	File          string // name of the file in Set.Dir
	Offset, Bytes int64
}

// Elements is the product of the shape; 1 for a scalar.
func (t Tensor) Elements() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// sizeOf returns the number of bytes of a tensor of this type and shape, and an error if that is invalid or larger
// than any file.
func sizeOf(d DType, shape []int) (int64, error) {
	if d.Size() == 0 {
		return 0, fmt.Errorf("element type %q is not known: want BOOL, U8 to U64, I8 to I64, F16, BF16, F32 or F64", string(d))
	}
	n := uint64(d.Size())
	for _, v := range shape {
		high, low := bits.Mul64(n, uint64(v))
		if high != 0 || low > 1<<62 {
			return 0, fmt.Errorf("shape %v has more elements than any file", shape)
		}
		n = low
	}
	return int64(n), nil
}
