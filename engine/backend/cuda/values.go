package cuda

import (
	"encoding/binary"
	"fmt"
	"math"
)

// floatsAt reads n float32 behind the first `from` of what came back.
func floatsAt(data []byte, from, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*(from+i):]))
	}
	return out
}

// lengthSlack is how far the length of a normalised vector may be from 1.
const lengthSlack = 1e-3

// unit reads a vector of width numbers: nil for one of zeros, which is absent; an error for any other length than 1.
func unit(data []byte, from, width int) ([]float32, error) {
	v, squares := floatsAt(data, from, width), 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if squares == 0 {
		return nil, nil
	}
	if !(math.Abs(math.Sqrt(squares)-1) <= lengthSlack) { // also true for NaN
		return nil, fmt.Errorf("the GPU gave a vector of length %v, want 1", math.Sqrt(squares))
	}
	return v, nil
}

// denseValues reads one vector a text, the first text of the layout being the first row's.
func denseValues(l *layout, data []byte, width int, out outcome) error {
	if l.packed {
		return readPackedDense(l, data, width, out.packed)
	}
	for i, row := range l.rows {
		var err error
		if out.values[row].Dense, err = unit(data, i*width, width); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
	}
	return nil
}
