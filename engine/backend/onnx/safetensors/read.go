package safetensors

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/x448/float16"
)

// piece is how many bytes are read between two checks of the context; a multiple of every element size.
const piece = 1 << 20

// Floats reads a tensor of type F32, F16, BF16 or F64 as float32, row-major; F64 is rounded to the nearest.
func (s *Set) Floats(ctx context.Context, t Tensor) ([]float32, error) {
	return s.read(ctx, t, t.Offset, t.Elements())
}

// Rows reads the rows [from, from+n) of a tensor of two dimensions or more as float32, as [Set.Floats] does.
func (s *Set) Rows(ctx context.Context, t Tensor, from, n int) ([]float32, error) {
	if len(t.Shape) < 2 || from < 0 || n < 0 || n > t.Shape[0]-from {
		return nil, fmt.Errorf("read weight %s: rows %d to %d of the shape %v are not there", t.Name, from, from+n, t.Shape)
	}
	width := 1
	for _, d := range t.Shape[1:] {
		width *= d
	}
	return s.read(ctx, t, t.Offset+int64(from)*int64(width)*int64(t.Type.Size()), n*width)
}

func (s *Set) read(ctx context.Context, t Tensor, offset int64, n int) ([]float32, error) {
	convert, ok := converters[t.Type]
	if !ok {
		return nil, fmt.Errorf("read weight %s: its type is %s, want F32, F16, BF16 or F64", t.Name, t.Type)
	}
	f, err := os.Open(s.Path(t.File))
	if err != nil {
		return nil, fmt.Errorf("read weight %s: %w", t.Name, err)
	}
	defer f.Close()
	out, left := make([]float32, 0, n), n*t.Type.Size()
	buffer := make([]byte, min(left, piece))
	for r := io.NewSectionReader(f, offset, int64(left)); left > 0; left -= len(buffer) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read weight %s: %w", t.Name, err)
		}
		buffer = buffer[:min(left, piece)]
		if _, err := io.ReadFull(r, buffer); err != nil {
			return nil, fmt.Errorf("read weight %s from %s: %w", t.Name, f.Name(), err)
		}
		out = convert(out, buffer)
	}
	return out, nil
}

// converters append the values in raw to out.
var converters = map[DType]func(out []float32, raw []byte) []float32{
	F32: func(out []float32, raw []byte) []float32 {
		for ; len(raw) > 0; raw = raw[4:] {
			out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
		}
		return out
	},
	F64: func(out []float32, raw []byte) []float32 {
		for ; len(raw) > 0; raw = raw[8:] {
			out = append(out, float32(math.Float64frombits(binary.LittleEndian.Uint64(raw))))
		}
		return out
	},
	F16: func(out []float32, raw []byte) []float32 {
		for ; len(raw) > 0; raw = raw[2:] {
			out = append(out, float16.Frombits(binary.LittleEndian.Uint16(raw)).Float32())
		}
		return out
	},
	BF16: func(out []float32, raw []byte) []float32 {
		for ; len(raw) > 0; raw = raw[2:] {
			out = append(out, math.Float32frombits(uint32(binary.LittleEndian.Uint16(raw))<<16))
		}
		return out
	},
}
