package cuda

import "fmt"

// Narrow describes out = x rounded to bf16: x float32 [rows, width], out bf16 [rows, width]; width must be even.
func Narrow(out, x Pointer, rows, width int) (Launch, error) {
	if width < 2 || width%2 != 0 {
		return Launch{}, fmt.Errorf("launch narrow: rows of %d numbers, want an even number", width)
	}
	return flatLaunch("narrow", rows, width/2, out, x)
}
