package cuda_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
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
		b := NewBench(startCard(t), 1)
		out := b.Poison(2 * (to - from) * columns)
		b.Launch(GEMMInt8(GELU, out, Int8Rows{Data: b.Bytes(a[from*depth : to*depth]), Scales: b.Floats(scales[from:to])},
			Int8Rows{Data: b.Bytes(w), Scales: b.Floats(ones(columns))}, b.Floats(bias), 0, to-from, columns, depth))
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
	b := NewBench(startCard(t), 1)
	w := bytes.Repeat([]byte{0x81}, 2*depth) // −127
	copy(w, bytes.Repeat([]byte{127}, depth))
	out := b.Poison(4)
	b.Launch(GEMMInt8(Plain, out, Int8Rows{Data: b.Bytes(w[:depth]), Scales: b.Floats(ones(1))}, Int8Rows{Data: b.Bytes(w), Scales: b.Floats(ones(2))}, 0, 0, 1, 2, depth))
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
	for _, f := range []Activation{Plain, GELU, GELUTanh, QuickGELU, SwiGLU} {
		b := NewBench(startCard(t), 3)
		x := b.DrawBF16s(rows*depth, 1, 0)
		x[depth+5], x[3*depth+47] = ToBF16(float32(math.NaN())), ToBF16(float32(math.Inf(1)))
		data, scales := b.Poison(rows*depth), b.Poison(4*rows)
		b.Launch(Quantise(data, scales, b.BF16s(x), rows, depth))
		width := columns
		if f == SwiGLU {
			width /= 2
		}
		out := b.Poison(2 * rows * width)
		b.Launch(GEMMInt8(f, out, Int8Rows{Data: data, Scales: scales}, Int8Rows{Data: b.Bytes(int8s(b.Rand, columns*depth)), Scales: b.Floats(ones(columns))}, 0, 0, rows, columns, depth))
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

func TestInt8Refuses(t *testing.T) {
	rows := Int8Rows{Data: 256, Scales: 256}
	for name, c := range map[string]func() (Launch, error){
		"a depth within 16 bytes": func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 24) },
		"no depth":                func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 0) },
		"sums beyond int32":       func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 64, 133_152) },
		"odd columns":             func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 63, 64) },
		"a residual of a gated one": func() (Launch, error) {
			return GEMMInt8(SwiGLU, 256, rows, rows, 0, 256, 1, 64, 64)
		},
		"rows that begin anywhere": func() (Launch, error) {
			return GEMMInt8(Plain, 256, Int8Rows{Data: 264, Scales: 256}, rows, 0, 0, 1, 64, 64)
		},
		"more columns than a grid has": func() (Launch, error) { return GEMMInt8(Plain, 256, rows, rows, 0, 0, 1, 2_097_154, 64) },
		"a width within 16 bytes":      func() (Launch, error) { return Quantise(256, 256, 256, 1, 24) },
		"rows too long":                func() (Launch, error) { return Quantise(256, 256, 256, 1, 16_400) },
		"normed rows too long":         func() (Launch, error) { return RMSNormQuantise(256, 256, 256, 256, 1, 2064, 1) },
		"numbers that begin anywhere":  func() (Launch, error) { return Quantise(256, 256, 258, 1, 64) },
	} {
		if l, err := c(); err == nil {
			t.Errorf("%s: no error, but %+v", name, l)
		}
	}
}

// TestQuantiseRow holds the rule of weights to its promises.
func TestQuantiseRow(t *testing.T) {
	out := make([]byte, 4)
	// 63.5 and 0.5 go to the even numbers; 129 is −127.
	if scale := QuantiseRow(out, []float32{-2, 1, 0.5, 2 / 254.0}); scale != 2.0/127 || !bytes.Equal(out, []byte{129, 64, 32, 0}) {
		t.Errorf("scale %g, bytes %v", scale, out)
	}
	if scale := QuantiseRow(out, make([]float32, 4)); !(scale > 0) || !bytes.Equal(out, make([]byte, 4)) {
		t.Errorf("zeros have the scale %g and the bytes %v", scale, out)
	}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(-1))} {
		if scale := QuantiseRow(out, []float32{1, bad, 1, 1}); scale <= math.MaxFloat32 {
			t.Errorf("a row with %g has the scale %g", bad, scale)
		}
	}
}
