package cuda

import "fmt"

// Unit describes out[t] = x[t]/‖x[t]‖: x bf16 [rows, width], out float32 [rows, width]; width must be even. A row of zeros stays.
func Unit(out, x Pointer, rows, width int) (Launch, error) {
	if width < 2 || width%2 != 0 {
		return Launch{}, fmt.Errorf("launch unit_rows: rows of %d numbers, want an even number", width)
	}
	return Launch{Kernel: "unit_rows", GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock, Args: []Arg{out, x, int32(rows), int32(width / 2)}}, nil
}
