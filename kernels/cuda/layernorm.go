package cuda

import (
	"fmt"
	"slices"
)

const rowsABlock = 4 // one warp a row

// NormWidths are the widths with an entry of their own in layernorm.cu; every other even width is slower.
var NormWidths = []int{384, 768, 1024, 1536}

// LayerNorm describes out = norm(x + residual)·scale + shift on rows of bf16 [rows, width]; residual may be 0, out may be one of the inputs. scale
// and shift are float32 [width].
func LayerNorm(out, x, residual, scale, shift Pointer, rows, width int, epsilon float32) (Launch, error) {
	return rowLaunch("layer_norm", rows, width, []Pointer{out, x, residual, scale, shift}, out, x, residual, scale, shift, int32(rows), epsilon)
}

// EmbedLayerNorm describes out[t] = norm(words[ids[t]] + positions[places[t]] + kind)·scale + shift. ids and places are int32 [rows]; words, positions
// and kind bf16 [·, width]; positions and kind may be 0.
func EmbedLayerNorm(out, ids, places, words, positions, kind, scale, shift Pointer, rows, width int, epsilon float32) (Launch, error) {
	return rowLaunch("embed_layer_norm", rows, width, []Pointer{out, words, positions, kind, scale, shift}, out, ids, places, words, positions, kind, scale, shift, int32(rows), epsilon)
}

// RMSNorm describes sum = x + residual and out = sum/√(mean of squares + epsilon)·scale. With residual 0, sum is not written and may be 0.
func RMSNorm(out, sum, x, residual, scale Pointer, rows, width int, epsilon float32) (Launch, error) {
	return rowLaunch("rms_norm", rows, width, []Pointer{out, sum, x, residual, scale}, out, sum, x, residual, scale, int32(rows), epsilon)
}

// rowLaunch describes a kernel with one warp a row. Every even width can be done; vectors are what entries of one width read 16 bytes at a time.
func rowLaunch(kernel string, rows, width int, vectors []Pointer, args ...Arg) (Launch, error) {
	if rows < 1 || width < 2 || width%2 != 0 {
		return Launch{}, fmt.Errorf("launch %s: %d rows of %d numbers, want at least 1 of an even number", kernel, rows, width)
	}
	entry := fmt.Sprintf("%s_%d", kernel, width)
	if !slices.Contains(NormWidths, width) {
		entry, args = kernel+"_any", append(args, int32(width/2))
	} else if err := aligned(vectors...); err != nil {
		return Launch{}, fmt.Errorf("launch %s: %w", entry, err)
	}
	return Launch{Kernel: entry, GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock, Args: args}, nil
}
