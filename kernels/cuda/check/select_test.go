package check_test

import (
	"math"
	"slices"
	"testing"

	"asterism/kernels"
	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"

	"pgregory.net/rapid"
)

// selectOn chooses on a GPU and compares with the reference.
func selectOn(t interface {
	Fatalf(string, ...any)
	Helper()
}, gpu cuda.Machine, values []float32, most int) cuda.Selected {
	t.Helper()
	b := NewBench(gpu, 1)
	got, err := b.Select(values, most)
	if closed := b.Close(); closed != nil || err != nil {
		t.Fatalf("%v, %v", err, closed)
	}
	want := ReferenceSelect(values, most)
	if !slices.Equal(got.Greater, want.Greater) || !slices.Equal(got.Values, want.Values) || !slices.Equal(got.Ties, want.Ties) {
		t.Fatalf("the %d greatest of %d: %d and %d ties, want %d and %d, or others", most, len(values), len(got.Greater), len(got.Ties), len(want.Greater), len(want.Ties))
	}
	if got.TieCount != want.TieCount || got.Room != want.Room || got.Border != want.Border {
		got.Greater, got.Values, got.Ties, want.Greater, want.Values, want.Ties = nil, nil, nil, nil, nil, nil
		t.Fatalf("the %d greatest of %d: %+v, want %+v", most, len(values), got, want)
	}
	return got
}

// TestSelectProperty draws any bits for values, few different ones and many, for one block and for several.
func TestSelectProperty(t *testing.T) {
	gpu := startGPU(t)
	special := []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 1, 0x80000001, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0x3f800001, 0x3f800400, 0x3f900000}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1000, 2100), rapid.IntRange(16380, 18000)).Draw(t, "rows")
		most := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, 9000)).Draw(t, "most")
		r, kinds := NewBench(nil, rapid.Uint64().Draw(t, "seed")).Rand, rapid.IntRange(1, 4).Draw(t, "kinds")
		values := make([]float32, rows)
		for i := range values {
			switch r.IntN(kinds) {
			case 0:
				values[i] = math.Float32frombits(special[r.IntN(len(special))])
			case 1:
				values[i] = math.Float32frombits(r.Uint32())
			case 2:
				values[i] = float32(r.NormFloat64())
			default:
				values[i] = float32(r.IntN(7)) - 3
			}
		}
		got := selectOn(t, gpu, values, most)
		chosen := slices.Concat(got.Greater, got.Ties[:min(got.Room, len(got.Ties))])
		slices.Sort(chosen)
		top := kernels.TopK(values, float32(math.Inf(-1)), most)
		if slices.Sort(top); !slices.Equal(chosen, top) {
			t.Fatalf("the %d greatest of %d are %d places, the processor finds %d, or others", most, rows, len(chosen), len(top))
		}
	})
}

// TestSelectOfOneKind: all values equal, none at all, one alone.
func TestSelectOfOneKind(t *testing.T) {
	gpu := startGPU(t)
	for _, rows := range []int{1, 1024, 16384, 16385} {
		for _, v := range []float32{-1, 0, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
			values := slices.Repeat([]float32{v}, rows)
			got := selectOn(t, gpu, values, 512)
			if none := v != v || v < -1; none != (got.TieCount == 0) && rows >= 512 {
				t.Errorf("%d of %v: %d ties", rows, v, got.TieCount)
			}
			values[rows-1] = 2
			selectOn(t, gpu, values, 1)
		}
	}
}

// TestSelectLongRuns has so many values that runs are longer than the shortest, and the last ends early.
func TestSelectLongRuns(t *testing.T) {
	b := NewBench(nil, 7)
	values := b.DrawFloats(512*1024+257, 1, 0)
	for i := range values {
		values[i] = float32(int(values[i]*1000)) / 1000
	}
	selectOn(t, startGPU(t), values, 8192)
}
