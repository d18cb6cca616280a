package cuda

import "fmt"

// mostFlat is how many numbers of 32 bits a kernel counts.
const mostFlat = 1<<31 - 1

// Activate describes x = f(x) for n numbers of bf16 in place; f is [GELU] or [QuickGELU], n a multiple of 8, and x begins at a multiple of 16 bytes.
func Activate(f Activation, x Pointer, n int) (Launch, error) {
	name := "activate" + string(f)
	if f != GELU && f != QuickGELU || n < 8 || n%8 != 0 || n > mostFlat || x%16 != 0 {
		return Launch{}, fmt.Errorf("launch %s: %d numbers; there are kernels for %s and %s, for multiples of 8 up to %d numbers, from multiples of 16 bytes on", name, n, GELU, QuickGELU, mostFlat)
	}
	return Launch{Kernel: name, GridX: blocks(n/8, 256), GridY: 1, Threads: 256, Args: []Arg{x, int32(n)}}, nil
}
