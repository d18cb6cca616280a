package cuda

import "fmt"

// packSteps are the numbers of a row that a thread of each kernel takes at a time.
var packSteps = map[string]int{"pack_bytes": 4, "pack_nibbles": 8}

// PackBytes describes out, scales = the rows of x as signed bytes with a scale a row, as dense values are stored: x float32 [rows, width], out int8 [rows, width],
// scales float32 [rows]. The scale of a row of zeros is 0, that of one whose length is not 1 ± slack is −length², and one with a number that is not finite has none
// that is. width is a multiple of 4; all addresses are multiples of 16.
func PackBytes(out, scales, x Pointer, rows, width int, slack float32) (Launch, error) {
	return packRows("pack_bytes", out, scales, x, rows, width, slack)
}

// PackNibbles is [PackBytes] for numbers of four bits, two a byte, as the vectors of tokens are stored: out [rows, width/2]; width is a multiple of 8. The scale of a row is such that its product
// with its packed form is its squared length.
func PackNibbles(out, scales, x Pointer, rows, width int, slack float32) (Launch, error) {
	return packRows("pack_nibbles", out, scales, x, rows, width, slack)
}

func packRows(kernel string, out, scales, x Pointer, rows, width int, slack float32) (Launch, error) {
	if step := packSteps[kernel]; rows < 1 || width < step || width%step != 0 {
		return Launch{}, fmt.Errorf("launch %s: %d rows of %d numbers, want at least one of a multiple of %d", kernel, rows, width, step)
	}
	if err := aligned(out, scales, x); err != nil {
		return Launch{}, fmt.Errorf("launch %s: %w", kernel, err)
	}
	return Launch{Kernel: kernel, GridX: blocks(rows, rowsABlock), GridY: 1, Threads: 32 * rowsABlock, Args: []Arg{out, scales, x, int32(rows), int32(width / 4), slack}}, nil
}

// PackTermsRecord is the number of words of 4 bytes that [PackTerms] writes a text.
func PackTermsRecord(most int) int { return 1 + most }

// PackTerms describes out = the records of [Pick] as terms are stored: a text's count, then `most` ids, then as many weights in half precision, of 2 bytes each; the
// vocabulary has at most 65,536 ids. A weight that half precision cannot represent is NaN.
func PackTerms(out, picked Pointer, texts, most int) (Launch, error) {
	if texts < 1 || most < 1 {
		return Launch{}, fmt.Errorf("launch pack_terms: %d texts, at most %d terms; want at least 1 of each", texts, most)
	}
	return Launch{Kernel: "pack_terms", GridX: texts, GridY: 1, Threads: 256, Args: []Arg{out, picked, int32(most)}}, nil
}
