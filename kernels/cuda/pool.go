package cuda

// Pool describes out[i] = the sum of the rows from ranges[2i] to below ranges[2i+1], made unit length. x is bf16 [T, width], ranges int32 [texts, 2], out
// float32 [texts, width]; width is even and at most 2048.
func Pool(out, x, ranges Pointer, texts, width int) Launch {
	return Launch{Kernel: "pool", GridX: texts, GridY: 1, Threads: 256, Args: []Arg{out, x, ranges, int32(width)}}
}
