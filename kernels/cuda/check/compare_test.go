package check_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"
)

// TestSelectedRowsAreCompared: what select leaves on the GPU is what compare_selected reads, and what ReadSelected returns to the host.
func TestSelectedRowsAreCompared(t *testing.T) {
	const rows, most = 3 * cuda.SeatRows, 50
	r := rand.New(rand.NewPCG(5, 6))
	for name, value := range map[string]func(i int) float32{
		"all different": func(i int) float32 { return float32(i * 7919 % rows) },
		"many ties":     func(i int) float32 { return float32(i % 100 / 3) },
		"few numbers": func(i int) float32 {
			if i%300 == 7 {
				return 1
			}
			return float32(math.NaN())
		},
	} {
		b := NewBench(startGPU(t), 1)
		seat := cuda.Seat{Head: b.Bytes(make([]byte, cuda.SeatHeadBytes))}
		look := cuda.Look{Table: b.Bytes(seat.AppendTo(nil)), Seats: b.Ints(make([]int32, rows/cuda.SeatRows)), Chunks: rows / cuda.SeatRows}
		values := make([]float32, rows)
		for i := range values {
			values[i] = value(i)
		}
		q := cuda.CompareQuestion{Ref: r.Int64()}
		record, err := q.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		out, got := b.Poison(cuda.SelectOut(most)), b.Poison(4*most)
		launches, err := cuda.Select(b.Floats(values), rows, most, 0, out)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range launches {
			b.Launch(l, nil)
		}
		b.Launch(cuda.CompareSelected(look, b.Bytes(cuda.CompareTables()), b.Bytes(record), out, 0, most, got, 0, 0))
		selected, err := cuda.ReadSelected(b.ReadBytes(out), most)
		if err != nil {
			t.Fatal(err)
		}
		want := append(slices.Clone(selected.Greater), selected.Ties[:min(selected.Room, len(selected.Ties))]...)
		for len(want) < most {
			want = append(want, -1)
		}
		if list := b.ReadInts(got); !slices.Equal(list, want) {
			t.Errorf("%s: rows %v, want %v", name, list, want)
		}
		if err := b.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
