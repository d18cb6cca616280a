package cuda

import (
	"fmt"
	"math"
)

// Rotary describes the turning of rows·heads heads of width numbers by their places; x is bf16 with stride numbers from row to row, places int32
// [rows], cosines and sines the tables of [RotaryTables] in device memory. width is a multiple of 4.
func Rotary(x, places, cosines, sines Pointer, rows, stride, heads, width int) (Launch, error) {
	if rows < 1 || heads < 1 || width < 4 || width%4 != 0 || stride < heads*width || stride%2 != 0 || rows > (math.MaxInt32-128)/(heads*width/4) {
		return Launch{}, fmt.Errorf("launch rotary: %d rows of %d heads of %d numbers, %d from row to row; want a multiple of 4, an even stride that holds them, and fewer than 2³¹ threads",
			rows, heads, width, stride)
	}
	return Launch{Kernel: "rotary", GridX: blocks(rows*heads*width/4, 128), GridY: 1, Threads: 128,
		Args: []Arg{x, places, cosines, sines, int32(rows), int32(stride), int32(heads), int32(width)}}, nil
}

// RotaryTables are cosine and sine of position·base^(−2i/width), float32 [positions, width/2] each.
func RotaryTables(positions, width int, base float64) (cosines, sines []float32) {
	for p := range positions {
		for i := range width / 2 {
			s, c := math.Sincos(float64(p) * math.Pow(base, -2*float64(i)/float64(width)))
			cosines, sines = append(cosines, float32(c)), append(sines, float32(s))
		}
	}
	return cosines, sines
}
