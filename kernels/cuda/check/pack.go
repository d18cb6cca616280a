package check

import (
	"encoding/binary"
	"math"
	"slices"

	"asterism/kernels/cuda"
)

// packSlack is how far the lengths of a check's rows may be from 1.
const packSlack = 1e-3

// packChecks have shapes of rows × width, and texts × most terms.
func packChecks() []Check {
	rows := func(least int, widths ...int) (out []Shape) {
		for _, width := range widths {
			for _, s := range shapes(width, 0, 4096, 16384) {
				s.Small = s.Rows <= 33
				out = append(out, s)
			}
		}
		return append(out, Shape{Rows: 9, Columns: least, Small: true}, Shape{Rows: 1025, Columns: least, Small: true})
	}
	bytes := func(a float64) func(Shape) Work {
		return func(s Shape) Work { return Work{Bytes: a * float64(s.Rows) * float64(s.Columns)} }
	}
	return []Check{
		{Name: "pack_bytes", Shapes: rows(4, 384, 768, 1024, 1536), Run: checkPackBytes, Work: bytes(5)},
		{Name: "pack_nibbles", Shapes: append(rows(8, 128), Shape{Rows: 9, Columns: 520, Small: true}), Run: checkPackNibbles, Work: bytes(4.5)},
		{Name: "pack_terms", Shapes: []Shape{{1, 1, 0, true}, {5, 7, 0, true}, {33, 300, 0, true}, {33, 1526, 0, false}, {1025, 1526, 0, false}}, Run: checkPackTerms, Work: bytes(12)},
	}
}

// drawUnits returns rows of unit length. Every fourth instead is zeros, has another length than 1, has a number that is not finite, or is so small that its squares are
// 0.
func drawUnits(b *Bench, s Shape) []float32 {
	x := b.DrawFloats(s.Rows*s.Columns, 1, 0)
	for row := range s.Rows {
		numbers := x[row*s.Columns : (row+1)*s.Columns]
		length := 0.0
		for _, v := range numbers {
			length += float64(v) * float64(v)
		}
		for i, v := range numbers {
			numbers[i] = float32(float64(v) / math.Sqrt(length))
		}
		if row%4 == 3 {
			spoilUnit(b, numbers, row/4)
		}
	}
	return x
}

func spoilUnit(b *Bench, numbers []float32, way int) {
	at := b.Rand.IntN(len(numbers))
	switch way % 6 {
	case 0:
		clear(numbers)
	case 1:
		numbers[at] = float32(math.NaN())
	case 2:
		numbers[at] = float32(math.Inf(-1))
	case 3:
		numbers[at] += 3
	case 4:
		for i := range numbers {
			numbers[i] *= 1e-30
		}
	case 5: // one number alone: all others round to 0
		clear(numbers)
		numbers[at] = -1
	}
}

func checkPackBytes(b *Bench, s Shape) (worst, limit float64, err error) {
	x := drawUnits(b, s)
	out, scales := b.Poison(s.Rows*s.Columns), b.Poison(4*s.Rows)
	b.Launch(cuda.PackBytes(out, scales, b.Floats(x), s.Rows, s.Columns, packSlack))
	return b.packError(out, scales, x, s, 127, func(_ []float32, q []int, step float32) ([]byte, float32) {
		line := make([]byte, len(q))
		for i, v := range q {
			line[i] = byte(int8(v))
		}
		return line, step
	}), exact, nil
}

func checkPackNibbles(b *Bench, s Shape) (worst, limit float64, err error) {
	x := drawUnits(b, s)
	out, scales := b.Poison(s.Rows*s.Columns/2), b.Poison(4*s.Rows)
	b.Launch(cuda.PackNibbles(out, scales, b.Floats(x), s.Rows, s.Columns, packSlack))
	return b.packError(out, scales, x, s, 7, func(x []float32, q []int, step float32) ([]byte, float32) {
		line := make([]byte, len(q)/2)
		for i := range line {
			line[i] = byte(q[2*i]+8) | byte(q[2*i+1]+8)<<4
		}
		if step > 0 {
			step = ReferenceScale(x, q)
		}
		return line, step
	}), exact, nil
}

// packError counts the rows whose bytes or scale differ from the reference's, bit for bit. keep makes the reference of a row, its whole numbers and their step. Of a row that cannot be
// packed only the scale is checked.
func (b *Bench) packError(out, scales cuda.Pointer, x []float32, s Shape, steps float32, keep func(x []float32, q []int, step float32) ([]byte, float32)) (wrong float64) {
	data, sizes := b.ReadBytes(out), b.ReadBytes(scales)
	if b.err != nil {
		return math.NaN()
	}
	line := len(data) / s.Rows
	for row := range s.Rows {
		numbers := x[row*s.Columns : (row+1)*s.Columns]
		q, step := ReferencePackRow(numbers, steps, packSlack)
		bytes, want := keep(numbers, q, step)
		got := math.Float32frombits(binary.LittleEndian.Uint32(sizes[4*row:]))
		if !math.Signbit(float64(want)) && want >= 0 {
			if math.Float32bits(got) != math.Float32bits(want) || !slices.Equal(data[row*line:(row+1)*line], bytes) {
				wrong++
			}
		} else if !sameFault(float64(got), float64(want)) {
			wrong++
		}
	}
	return wrong
}

// sameFault reports whether a scale has the right code of a row's fault: the negative of its length squared, which may be 0, or a value that is not finite.
func sameFault(got, want float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return math.IsNaN(got) || math.IsInf(got, 0)
	}
	return math.Signbit(got) && math.Abs(got-want) <= 1e-5*math.Abs(want)+1e-37
}

// checkPackTerms has weights of every size, among them some that half precision rounds up to its least number, represents by its last digit, and cannot represent.
func checkPackTerms(b *Bench, s Shape) (worst, limit float64, err error) {
	most := s.Columns
	words := cuda.PickRecord(most)
	records, want := make([]int32, s.Rows*words), make([][]byte, s.Rows)
	special := []float32{0x1p-26, 0x1p-25, 0x1.8p-24, 0x1p-14, 0x1.ffcp-15, 0x1.002p0, 0x1.006p0, 65504, 65505, float32(math.NaN()), float32(math.Inf(1))}
	for text := range want {
		n := b.Rand.IntN(most + 1)
		ids, weights := make([]int32, n), make([]float32, n)
		for i := range ids {
			ids[i] = int32(i) * int32(65536/(most+1))
			weights[i] = float32(math.Exp2(b.Rand.Float64()*44 - 27))
			if b.Rand.IntN(8) == 0 {
				weights[i] = special[b.Rand.IntN(len(special))]
			}
		}
		record := records[text*words:]
		record[0] = int32(n)
		copy(record[1:], ids)
		for i, w := range weights {
			record[1+most+i] = int32(math.Float32bits(w))
		}
		want[text] = ReferencePackTerms(ids, weights, most)
	}
	out := b.Poison(4 * s.Rows * cuda.PackTermsRecord(most))
	b.Launch(cuda.PackTerms(out, b.Ints(records), s.Rows, most))
	got := b.ReadBytes(out)
	if len(got) == 0 {
		return 1, exact, nil // the bench says why
	}
	for text, w := range want {
		record, n := got[text*len(w):(text+1)*len(w)], int(binary.LittleEndian.Uint32(w))
		if !slices.Equal(record[:4+2*n], w[:4+2*n]) || !slices.Equal(record[4+2*most:][:2*n], w[4+2*most:][:2*n]) {
			worst++
		}
	}
	return worst, exact, nil
}
