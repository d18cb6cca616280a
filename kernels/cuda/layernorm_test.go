package cuda_test

import (
	"testing"

	. "asterism/kernels/cuda"
)

// TestNormsRefuseMisalignedRows: entries of one width read 16 bytes at a time; those of any width do not.
func TestNormsRefuseMisalignedRows(t *testing.T) {
	for _, width := range append([]int{130}, NormWidths...) {
		for at := range 5 {
			p := [5]Pointer{64, 64, 64, 64, 64}
			p[at] = 68
			_, err := LayerNorm(p[0], p[1], p[2], p[3], p[4], 1, width, 1)
			if refused := err != nil; refused != (width != 130) {
				t.Errorf("width %d with argument %d misaligned: error is %v", width, at, err)
			}
		}
		if _, err := EmbedLayerNorm(64, 68, 68, 64, 0, 0, 64, 64, 1, width, 1); err != nil {
			t.Errorf("ids need no alignment, and the error is %v", err)
		}
	}
}
