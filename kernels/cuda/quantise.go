package cuda

import "fmt"

// The widths that quantise.cu takes: multiples of quantiseStep, rows of at most quantiseWarp numbers a warp each, longer ones a block each.
const (
	quantiseStep = 16
	quantiseWarp = NormQuantiseWidth
	quantiseMost = 16384
)

// NormQuantiseWidth is the longest row that RMSNormQuantise takes.
const NormQuantiseWidth = 2048

// Quantise describes out, scales = the rows of x as signed bytes, with a scale a row: x ≈ out·scale. x is bf16 [rows, width], out int8 [rows, width], scales
// float32 [rows]; width is a multiple of 16 and at most 16,384. The scale of a row with a number that is not finite is not finite either.
func Quantise(out, scales, x Pointer, rows, width int) (Launch, error) {
	if err := checkQuantise(width, quantiseMost, out, x); err != nil {
		return Launch{}, fmt.Errorf("launch quantise: %w", err)
	}
	if width > quantiseWarp {
		return Launch{Kernel: "quantise_long", GridX: rows, GridY: 1, Threads: 256, Args: []Arg{out, scales, x, int32(width)}}, nil
	}
	return Launch{Kernel: "quantise", GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock, Args: []Arg{out, scales, x, int32(rows), int32(width)}}, nil
}

// RMSNormQuantise describes out, scales = the rows x/√(mean of squares + epsilon)·weight as signed bytes, with a scale a row. x is bf16 [rows, width], weight
// float32 [width], out int8 [rows, width], scales float32 [rows]; width is a multiple of 16 and at most 2,048.
func RMSNormQuantise(out, scales, x, weight Pointer, rows, width int, epsilon float32) (Launch, error) {
	if err := checkQuantise(width, quantiseWarp, out, x, weight); err != nil {
		return Launch{}, fmt.Errorf("launch rms_norm_quantise: %w", err)
	}
	return Launch{Kernel: "rms_norm_quantise", GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock,
		Args: []Arg{out, scales, x, weight, int32(rows), int32(width), epsilon}}, nil
}

func checkQuantise(width, most int, addresses ...Pointer) error {
	if width < quantiseStep || width%quantiseStep != 0 || width > most {
		return fmt.Errorf("rows of %d numbers, want a multiple of %d from %d to %d", width, quantiseStep, quantiseStep, most)
	}
	return aligned(addresses...)
}

// aligned refuses addresses from which no 16 bytes can be fetched at once.
func aligned(addresses ...Pointer) error {
	for _, p := range addresses {
		if p%16 != 0 {
			return fmt.Errorf("the address %#x is no multiple of 16", uint64(p))
		}
	}
	return nil
}
