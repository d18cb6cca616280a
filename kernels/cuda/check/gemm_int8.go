package check

import (
	"math"

	"asterism/kernels/cuda"
)

// int8Shapes are rows × columns × depth; those at most GEMMInt8FewRows rows high are another kernel's. Depths that end within a slice are the small models'.
func int8Shapes(f cuda.Activation) (few, many []Shape) {
	products := [][2]int{{1536, 384}, {768, 3072}, {1024, 4096}, {2048, 1536}, {1536, 1536}, {1536, 8960}}
	if f == cuda.SwiGLU {
		products = [][2]int{{6144, 768}, {17920, 1536}}
	}
	few = []Shape{{1, 2, 16, true}, {31, 32, 144, true}, {32, 130, 1040, true}}
	many = []Shape{{33, 2, 16, true}, {40, 130, 80, true}, {129, 256, 192, true}}
	for _, p := range products {
		for _, s := range shapes(p[0], p[1], 4096, 16384) {
			if s.Rows <= cuda.GEMMInt8FewRows {
				few = append(few, s)
			} else {
				many = append(many, s)
			}
		}
	}
	return few, many
}

func gemmInt8Checks() (out []Check) {
	for _, f := range []cuda.Activation{cuda.Plain, cuda.GELU, cuda.GELUTanh, cuda.QuickGELU, cuda.SwiGLU} {
		few, many := int8Shapes(f)
		run := func(b *Bench, s Shape) (float64, float64, error) { return checkGEMMInt8At(b, f, s, cuda.GEMMInt8) }
		out = append(out, Check{Name: "gemm_int8" + string(f), Shapes: many, Run: run, Work: int8Work},
			Check{Name: "gemm_int8_few" + string(f), Shapes: few, Run: run, Work: int8Work})
	}
	return out
}

// int8Work counts operations on bytes: a GPU does twice as many of them as of bf16's.
func int8Work(s Shape) Work {
	rows, columns, depth := float64(s.Rows), float64(s.Columns), float64(s.Depth)
	return Work{ByteOps: 2 * rows * columns * depth, Bytes: rows*depth + columns*depth + 2*rows*columns}
}

// int8Multiplier launches a product of bytes as [cuda.GEMMInt8] does.
type int8Multiplier func(f cuda.Activation, out cuda.Pointer, a, w cuda.Int8Rows, bias, residual cuda.Pointer, rows, columns, depth int) (cuda.Launch, error)

// checkGEMMInt8At multiplies bytes of every value without bias and residual, where all but the one rounding to bf16 is exact to a float32, then with a
// bias and, but for SwiGLU, a residual that the product is written over.
func checkGEMMInt8At(b *Bench, f cuda.Activation, s Shape, multiply int8Multiplier) (worst, limit float64, err error) {
	a, w := b.drawInt8(s.Rows, s.Depth, 1), b.drawInt8(s.Columns, s.Depth, 1/math.Sqrt(float64(s.Depth)))
	aAt, wAt := b.int8Rows(a), b.int8Rows(w)
	out := b.Poison(2 * s.Rows * productWidth(f, s.Columns))
	b.Launch(multiply(f, out, aAt, wAt, 0, 0, s.Rows, s.Columns, s.Depth))
	worst = b.int8Error(out, f, s, a, w, nil, nil)

	bias, residual := b.DrawFloats(s.Columns, 0.5, 0), b.DrawBF16s(s.Rows*s.Columns, 1, 0)
	var added cuda.Pointer
	if f == cuda.SwiGLU {
		residual, out = nil, b.Poison(s.Rows*s.Columns)
	} else {
		added = b.BF16s(residual)
		out = added
	}
	b.Launch(multiply(f, out, aAt, wAt, b.Floats(bias), added, s.Rows, s.Columns, s.Depth))
	return max(worst, b.int8Error(out, f, s, a, w, bias, residual)), OneRounding, nil
}

// int8Matrix is a drawn matrix of bytes and scales.
type int8Matrix struct {
	data   []int8
	scales []float32
	width  int
}

// drawInt8 makes random bytes, uniform from −127 to 127, in rows whose two ends have only the greatest values, and scales such that a number is of about that size.
func (b *Bench) drawInt8(rows, width int, size float64) int8Matrix {
	m := int8Matrix{make([]int8, rows*width), b.DrawFloats(rows, 0.1*size/73, size/73), width} // 73: the deviation of such bytes
	for i, v := range b.DrawInts(rows*width, 255) {
		m.data[i] = int8(v - 127)
	}
	for i := 7; i < rows; i += 16 {
		row := m.data[i*width : (i+1)*width]
		for j := range row {
			row[j] = int8(127 - 254*b.Rand.IntN(2))
		}
	}
	return m
}

func (b *Bench) int8Rows(m int8Matrix) cuda.Int8Rows {
	data := make([]byte, len(m.data))
	for i, v := range m.data {
		data[i] = byte(v)
	}
	return cuda.Int8Rows{Data: b.Bytes(data), Scales: b.Floats(m.scales)}
}

// widenRows returns those rows as numbers, each byte times its row's scale.
func (m int8Matrix) widenRows(rows ...int) []float64 {
	out := make([]float64, 0, len(rows)*m.width)
	for _, r := range rows {
		for _, v := range m.data[r*m.width : (r+1)*m.width] {
			out = append(out, float64(v)*float64(m.scales[r]))
		}
	}
	return out
}

func (b *Bench) int8Error(out cuda.Pointer, f cuda.Activation, s Shape, a, w int8Matrix, bias []float32, residual []cuda.BF16) float64 {
	width := productWidth(f, s.Columns)
	rows, columns := b.Sample(s.Rows, gemmSampleRows), b.Sample(width, gemmSampleColumns)
	sources := columns // rows of w
	if f == cuda.SwiGLU {
		sources = nil
		for _, c := range columns {
			sources = append(sources, 2*c, 2*c+1)
		}
	}
	weights := w.widenRows(sources...)
	var shift []float32
	if bias != nil {
		shift = pick(bias, sources)
	}
	return rowsError(b.ReadBF16s(out), width, rows, columns, func(row int) []float64 {
		var added []float64
		if residual != nil {
			added = pick(widenRows(residual, width, row), columns)
		}
		return ReferenceGEMM(f, a.widenRows(row), weights, shift, added, 1, len(sources), s.Depth)
	})
}
