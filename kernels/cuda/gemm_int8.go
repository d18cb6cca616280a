package cuda

import "fmt"

// The sizes that gemm_int8.cu works in.
const (
	gemmInt8Side    = 128 // of a block's tile
	GEMMInt8FewRows = 32  // of a block's tile, and the most rows for which it is used
	gemmInt8Step    = 16  // of the depth: what is copied at once
	gemmInt8Deep    = (1<<31 - 1) / (127 * 127)
	gemmInt8Shared  = 48 << 10 // bytes, of both forms
)

// Int8Rows are rows of signed bytes [·, depth] with a scale a row, float32.
type Int8Rows struct{ Data, Scales Pointer }

// GEMMInt8 describes out = f((a·wᵀ)·scale of a's row·scale of w's row + bias) + residual: a has `rows` rows and w `columns`; bias is float32 [columns] or 0,
// residual and out bf16 [rows, columns], residual may be 0 or out. With [SwiGLU] the columns are pairs of gate and value, out is [rows, columns/2], and
// there is no residual. depth must be a multiple of 16 and at most 133,143; columns even. The result does not depend on how many rows there are.
func GEMMInt8(f Activation, out Pointer, a, w Int8Rows, bias, residual Pointer, rows, columns, depth int) (Launch, error) {
	if err := checkGEMMInt8(f, a, w, residual, columns, depth); err != nil {
		return Launch{}, fmt.Errorf("launch gemm_int8%s: %w", f, err)
	}
	kernel, side := "gemm_int8", gemmInt8Side
	if rows <= GEMMInt8FewRows {
		kernel, side = "gemm_int8_few", GEMMInt8FewRows
	}
	args := []Arg{out, a.Data, a.Scales, w.Data, w.Scales, bias, residual, int32(rows), int32(columns), int32(depth)}
	if f == SwiGLU {
		args = append(args[:6:6], args[7:]...)
	}
	l := Launch{Kernel: kernel + string(f), GridX: blocks(rows, side), GridY: blocks(columns, side), Threads: 256, Shared: gemmInt8Shared, Args: args}
	if l.GridY > 65535 {
		return Launch{}, fmt.Errorf("launch %s: %d columns are more than %d", l.Kernel, columns, 65535*side)
	}
	return l, nil
}

func checkGEMMInt8(f Activation, a, w Int8Rows, residual Pointer, columns, depth int) error {
	switch {
	case depth < gemmInt8Step || depth%gemmInt8Step != 0 || depth > gemmInt8Deep:
		return fmt.Errorf("depth %d, want a multiple of %d from %d to %d", depth, gemmInt8Step, gemmInt8Step, gemmInt8Deep)
	case columns < 2 || columns%2 != 0:
		return fmt.Errorf("%d columns, want an even number above 0", columns)
	case f == SwiGLU && residual != 0:
		return fmt.Errorf("it adds no residual")
	}
	return aligned(a.Data, w.Data)
}
