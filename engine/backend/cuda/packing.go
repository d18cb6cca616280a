package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
)

// A passage that is only stored comes back packed: the walk ends with a kernel that quantises its values (kernels/cuda/pack.cu) to the same bytes that
// fingerprint.Pack makes of the same float32 values. So the download of a batch is a quarter of the bytes, an eighth for tokens, and the processor neither reads
// nor quantises floats. Since the processor does not see the floats, the kernel checks their lengths. Questions, and passages whose floats somebody needs, come back as floats.

// outcome is where a batch's values go, one a row: as floats, or packed. The other slice is nil.
type outcome struct {
	values []fingerprint.Value
	packed []fingerprint.Packed
}

// bytesOfBytes and bytesOfNibbles are the size of packed rows: their scales, then the rows.
func bytesOfBytes(rows, width int) int   { return roundUp(4*rows) + rows*width }
func bytesOfNibbles(rows, width int) int { return roundUp(4*rows) + rows*width/2 }

// packBytes packs the rows of the walk's result as dense vectors, if the layout wants that.
func (k *walker) packBytes(rows, width int) {
	if k.layout.packed {
		k.launch(cuda.PackBytes(k.packed+cuda.Pointer(roundUp(4*rows)), k.packed, k.result, rows, width, lengthSlack))
	}
}

// packNibbles packs them as vectors of tokens.
func (k *walker) packNibbles(rows, width int) {
	if k.layout.packed {
		k.launch(cuda.PackNibbles(k.packed+cuda.Pointer(roundUp(4*rows)), k.packed, k.result, rows, width, lengthSlack))
	}
}

// packTerms packs the texts' terms.
func (k *walker) packTerms(most int) {
	if k.layout.packed {
		k.launch(cuda.PackTerms(k.packed, k.result, k.texts(), most))
	}
}

// packedRows are packed rows as downloaded.
type packedRows struct {
	scales, rows []byte
	line         int // bytes of a row
}

func packedRowsOf(data []byte, rows, line int) packedRows {
	return packedRows{scales: data[:4*rows], rows: data[roundUp(4*rows):], line: line}
}

// row returns a packed row. A scale of 0 says that the vector is zeros: it is absent. A vector that the GPU found to have another length than 1 is an error.
func (r packedRows) row(i int) (scale float32, data []byte, err error) {
	scale = math.Float32frombits(binary.LittleEndian.Uint32(r.scales[4*i:]))
	switch v := float64(scale); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, nil, fmt.Errorf("the GPU gave a vector with a number that is not finite")
	case math.Signbit(v):
		return 0, nil, fmt.Errorf("the GPU gave a vector of length %v, want 1", math.Sqrt(-v))
	}
	return scale, r.rows[i*r.line : (i+1)*r.line], nil
}

// appendInt8 appends bytes as the signed numbers they are.
func appendInt8(to []int8, data []byte) []int8 {
	for _, b := range data {
		to = append(to, int8(b))
	}
	return to
}

// readPackedDense reads one packed vector a text, the first text of the layout being the first row's.
func readPackedDense(l *layout, data []byte, width int, out []fingerprint.Packed) error {
	readPacked := packedRowsOf(data, l.size().texts, width)
	for i, row := range l.rows {
		scale, numbers, err := readPacked.row(i)
		if err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		if scale > 0 {
			out[row] = fingerprint.Packed{Int8: appendInt8(make([]int8, 0, width), numbers), Scales: []float32{scale}}
		}
	}
	return nil
}
