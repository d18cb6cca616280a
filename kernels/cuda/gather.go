package cuda

import (
	"fmt"
	"math"
)

// Gather describes out[t] = table[ids[t]] + positions[places[t]] for rows of width numbers of bf16; ids and places are int32 [rows], positions may be 0, and
// then places are not read. width must be even, and rows·width/2 below 2³¹.
func Gather(out, ids, places, table, positions Pointer, rows, width int) (Launch, error) {
	if width < 2 || width%2 != 0 {
		return Launch{}, fmt.Errorf("launch gather: rows of %d numbers, want an even number", width)
	}
	return flatLaunch("gather", rows, width/2, out, ids, places, table, positions)
}

// flatThreads is the size of a block where every thread does one word.
const flatThreads = 256

// flatLaunch describes a kernel that gives every word of rows × words a thread, and takes both numbers last. The words are counted in an int.
func flatLaunch(kernel string, rows, words int, args ...Arg) (Launch, error) {
	if rows < 1 || words < 1 || words > (math.MaxInt32-flatThreads)/rows {
		return Launch{}, fmt.Errorf("launch %s: %d rows of %d words, want at least 1 of each and fewer than 2³¹ in all", kernel, rows, words)
	}
	return Launch{Kernel: kernel, GridX: blocks(rows*words, flatThreads), GridY: 1, Threads: flatThreads, Args: append(args, int32(rows), int32(words))}, nil
}
