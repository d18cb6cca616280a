package cuda

import "fmt"

const rowsABlock = 4 // one warp a row

// NormWidths are the widths that the norms have entries for, see layernorm.cu.
var NormWidths = []int{384, 768, 1024, 1536}

// LayerNorm describes out = norm(x + residual)·scale + shift on rows of bf16 [rows, width]; residual may be 0, out may be one of the inputs. scale
// and shift are float32 [width].
func LayerNorm(out, x, residual, scale, shift Pointer, rows, width int, epsilon float32) Launch {
	return rowLaunch("layer_norm", rows, width, out, x, residual, scale, shift, int32(rows), epsilon)
}

// EmbedLayerNorm describes out[t] = norm(words[ids[t]] + positions[places[t]] + kind)·scale + shift. ids and places are int32 [rows]; words, positions
// and kind bf16 [·, width]; positions and kind may be 0.
func EmbedLayerNorm(out, ids, places, words, positions, kind, scale, shift Pointer, rows, width int, epsilon float32) Launch {
	return rowLaunch("embed_layer_norm", rows, width, out, ids, places, words, positions, kind, scale, shift, int32(rows), epsilon)
}

// RMSNorm describes sum = x + residual and out = sum/√(mean of squares + epsilon)·scale. With residual 0, sum is not written and may be 0.
func RMSNorm(out, sum, x, residual, scale Pointer, rows, width int, epsilon float32) Launch {
	return rowLaunch("rms_norm", rows, width, out, sum, x, residual, scale, int32(rows), epsilon)
}

func rowLaunch(kernel string, rows, width int, args ...Arg) Launch {
	return Launch{Kernel: fmt.Sprintf("%s_%d", kernel, width), GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock, Args: args}
}
