package cuda

import (
	"fmt"
	"math"
)

const copyPiece, copyBlock = 16, 1024 // bytes, and pieces a block

// Copy describes out = in for a number of bytes, a multiple of 16 and below 32 GiB.
func Copy(out, in Pointer, bytes int) (Launch, error) {
	if bytes <= 0 || bytes%copyPiece != 0 || bytes/copyPiece > math.MaxInt32-copyBlock {
		return Launch{}, fmt.Errorf("launch copy: %d bytes, want a multiple of %d from 1 to below 32 GiB", bytes, copyPiece)
	}
	pieces := bytes / copyPiece
	return Launch{Kernel: "copy_pieces", GridX: blocks(pieces, copyBlock), GridY: 1, Threads: 256, Args: []Arg{out, in, int32(pieces)}}, nil
}
