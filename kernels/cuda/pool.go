package cuda

import "fmt"

// poolMost is the longest row that pool.cu takes: 256 threads, four pairs each.
const poolMost = 2048

// Pool describes out[i] = the sum of the rows from ranges[2i] to below ranges[2i+1], made unit length. x is bf16 [T, width], ranges int32 [texts, 2], out
// float32 [texts, width]; width is even and at most 2,048.
func Pool(out, x, ranges Pointer, texts, width int) (Launch, error) {
	if texts < 1 || width < 2 || width%2 != 0 || width > poolMost {
		return Launch{}, fmt.Errorf("launch pool: %d texts of %d numbers, want at least 1 of an even number up to %d", texts, width, poolMost)
	}
	return Launch{Kernel: "pool", GridX: texts, GridY: 1, Threads: 256, Args: []Arg{out, x, ranges, int32(width)}}, nil
}
