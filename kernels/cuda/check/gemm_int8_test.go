package check_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"
)

// int8s is drawn bytes from −127 to 127.
func int8s(r *rand.Rand, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(int8(r.IntN(255) - 127))
	}
	return out
}

func ones(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// TestInt8RowsDoNotDependOnTheirNeighbours: a question is multiplied by other tiles than an ingest's batch, and has the same bits.
func TestInt8RowsDoNotDependOnTheirNeighbours(t *testing.T) {
	const rows, columns, depth = 70, 66, 208
	r := rand.New(rand.NewPCG(1, 1))
	a, scales := int8s(r, rows*depth), make([]float32, rows)
	for i := range scales {
		scales[i] = r.Float32()
	}
	w, bias := int8s(r, columns*depth), ones(columns)
	run := func(from, to int) []byte {
		b := NewBench(startGPU(t), 1)
		out := b.Poison(2 * (to - from) * columns)
		b.Launch(cuda.GEMMInt8(cuda.GELU, out, cuda.Int8Rows{Data: b.Bytes(a[from*depth : to*depth]), Scales: b.Floats(scales[from:to])},
			cuda.Int8Rows{Data: b.Bytes(w), Scales: b.Floats(ones(columns))}, b.Floats(bias), 0, to-from, columns, depth))
		got := b.ReadBytes(out)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		return got
	}
	all := run(0, rows)
	for _, part := range [][2]int{{0, 1}, {5, 37}, {30, 70}, {69, 70}} {
		if !bytes.Equal(run(part[0], part[1]), all[2*part[0]*columns:2*part[1]*columns]) {
			t.Errorf("rows %d to %d have other bits in a batch of %d", part[0], part[1]-1, rows)
		}
	}
}

// TestInt8SumsDoNotLeaveTheirRange: the greatest sums that the greatest depth can have, on both sides of zero.
func TestInt8SumsDoNotLeaveTheirRange(t *testing.T) {
	const depth = 133_136
	b := NewBench(startGPU(t), 1)
	w := bytes.Repeat([]byte{0x81}, 2*depth) // −127
	copy(w, bytes.Repeat([]byte{127}, depth))
	out := b.Poison(4)
	b.Launch(cuda.GEMMInt8(cuda.Plain, out, cuda.Int8Rows{Data: b.Bytes(w[:depth]), Scales: b.Floats(ones(1))}, cuda.Int8Rows{Data: b.Bytes(w), Scales: b.Floats(ones(2))}, 0, 0, 1, 2, depth))
	got := b.ReadBF16s(out)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	const greatest = 127 * 127 * depth
	for i, want := range []float64{greatest, -greatest} {
		if math.Abs(got[i]-want) > greatest/256 {
			t.Errorf("sum %d is %g, want %g", i, got[i], want)
		}
	}
}

// TestNaNStaysVisible: what was not finite before the bytes is not finite behind them, and only in its row.
func TestNaNStaysVisible(t *testing.T) {
	const rows, columns, depth = 4, 10, 48
	for _, f := range []cuda.Activation{cuda.Plain, cuda.GELU, cuda.GELUTanh, cuda.QuickGELU, cuda.SwiGLU} {
		b := NewBench(startGPU(t), 3)
		x := b.DrawBF16s(rows*depth, 1, 0)
		x[depth+5], x[3*depth+47] = cuda.ToBF16(float32(math.NaN())), cuda.ToBF16(float32(math.Inf(1)))
		data, scales := b.Poison(rows*depth), b.Poison(4*rows)
		b.Launch(cuda.Quantise(data, scales, b.BF16s(x), rows, depth))
		width := columns
		if f == cuda.SwiGLU {
			width /= 2
		}
		out := b.Poison(2 * rows * width)
		b.Launch(cuda.GEMMInt8(f, out, cuda.Int8Rows{Data: data, Scales: scales}, cuda.Int8Rows{Data: b.Bytes(int8s(b.Rand, columns*depth)), Scales: b.Floats(ones(columns))}, 0, 0, rows, columns, depth))
		got := b.ReadBF16s(out)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if row := i / width; math.IsNaN(v) != (row%2 == 1) {
				t.Errorf("gemm_int8%s: row %d has %g", f, row, v)
			}
		}
	}
}
