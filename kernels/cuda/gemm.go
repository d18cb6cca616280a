package cuda

import "fmt"

// Activation is the function of a matrix product's results.
type Activation string

// The activations: none, x·Φ(x), its tanh form, x·σ(1.702x), and silu(gate)·value over neighbouring columns.
const (
	Plain     Activation = ""
	GELU      Activation = "_gelu"
	GELUTanh  Activation = "_gelu_tanh"
	QuickGELU Activation = "_quick_gelu"
	SwiGLU    Activation = "_swiglu"
)

// mostBlocksY is how many blocks a GPU's grid has at most in its second direction.
const mostBlocksY = 65535

// The sizes that gemm.cu works in.
const (
	gemmSide   = 128
	gemmSlice  = 32
	gemmShared = 3 * 2 * gemmSide * gemmSlice * 2 // bytes; a GPU gives a block 48 KiB by default
)

// GEMM describes out = f(a·wᵀ + bias) + residual: a bf16 [rows, depth], w bf16 [columns, depth], bias float32 [columns] or 0, residual and out bf16
// [rows, columns], residual may be 0 or out. With [SwiGLU] the columns are pairs of gate and value, out is [rows, columns/2], and there is no
// residual. depth must be a multiple of 32 and columns even.
func GEMM(f Activation, out, a, w, bias, residual Pointer, rows, columns, depth int) (Launch, error) {
	switch {
	case rows < 1 || depth < gemmSlice || depth%gemmSlice != 0 || columns < 2 || columns%2 != 0:
		return Launch{}, fmt.Errorf("launch gemm%s: %d rows, depth %d and columns %d, want at least 1, a multiple of %d and an even number", f, rows, depth, columns, gemmSlice)
	case blocks(columns, gemmSide) > mostBlocksY:
		return Launch{}, fmt.Errorf("launch gemm%s: %d columns are more than %d", f, columns, mostBlocksY*gemmSide)
	case f == SwiGLU && residual != 0:
		return Launch{}, fmt.Errorf("launch gemm%s: it adds no residual", f)
	}
	if err := aligned(a, w); err != nil {
		return Launch{}, fmt.Errorf("launch gemm%s: %w", f, err)
	}
	args := []Arg{out, a, w, bias, residual, int32(rows), int32(columns), int32(depth)}
	if f == SwiGLU {
		args = append(args[:4:4], args[5:]...)
	}
	return Launch{Kernel: "gemm" + string(f), GridX: blocks(rows, gemmSide), GridY: blocks(columns, gemmSide), Threads: 256, Shared: gemmShared, Args: args}, nil
}

// GEMMTerms describes SPLADE's head: out[text][term] = max over the text's rows of log(1 + max(0, a·wᵀ + bias)). texts is int32 [rows], rising; out float32
// [texts, columns], which must be zero before.
func GEMMTerms(out, a, w, bias, texts Pointer, rows, columns, depth int) (Launch, error) {
	l, err := GEMM(Plain, out, a, w, bias, texts, rows, columns, depth)
	l.Kernel = "gemm_terms"
	return l, err
}
