package cuda

import "fmt"

// The sizes that gemm_few.cu works in.
const (
	fewSide   = 32
	fewShared = 6 * 2 * fewSide * 64 * 2
)

// GEMMFew describes what [GEMM] does, by a kernel for few rows: questions. depth must be a multiple of 8, columns even. Its sums are made in another
// order, so the last bit may differ.
func GEMMFew(f Activation, out, a, w, bias, residual Pointer, rows, columns, depth int) (Launch, error) {
	switch {
	case rows < 1 || depth < 8 || depth%8 != 0 || columns < 2 || columns%2 != 0 || blocks(columns, fewSide) > mostBlocksY:
		return Launch{}, fmt.Errorf("launch gemm_few%s: %d rows, %d columns, depth %d; want at least 1 row, a multiple of 8 in depth and an even number of at most %d columns", f, rows, columns, depth, mostBlocksY*fewSide)
	case f == SwiGLU && residual != 0:
		return Launch{}, fmt.Errorf("launch gemm_few%s: it adds no residual", f)
	}
	if err := aligned(a, w); err != nil {
		return Launch{}, fmt.Errorf("launch gemm_few%s: %w", f, err)
	}
	args := []Arg{out, a, w, bias, residual, int32(rows), int32(columns), int32(depth)}
	if f == SwiGLU {
		args = append(args[:4:4], args[5:]...)
	}
	return Launch{Kernel: "gemm_few" + string(f), GridX: blocks(rows, fewSide), GridY: blocks(columns, fewSide), Threads: 256, Shared: fewShared, Args: args}, nil
}
