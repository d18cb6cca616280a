package cuda_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asterism/kernels"
	. "asterism/kernels/cuda"
)

// selectOn chooses on a card and compares with the reference.
func selectOn(t interface {
	Fatalf(string, ...any)
	Helper()
}, card Machine, values []float32, most int) Selected {
	t.Helper()
	b := NewBench(card, 1)
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
	card := startCard(t)
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
		got := selectOn(t, card, values, most)
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
	card := startCard(t)
	for _, rows := range []int{1, 1024, 16384, 16385} {
		for _, v := range []float32{-1, 0, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
			values := slices.Repeat([]float32{v}, rows)
			got := selectOn(t, card, values, 512)
			if none := v != v || v < -1; none != (got.TieCount == 0) && rows >= 512 {
				t.Errorf("%d of %v: %d ties", rows, v, got.TieCount)
			}
			values[rows-1] = 2
			selectOn(t, card, values, 1)
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
	selectOn(t, startCard(t), values, 8192)
}

// TestSelectMistakes: what cannot be chosen is told before anything is launched, and what was not selected is not read as such.
func TestSelectMistakes(t *testing.T) {
	for says, c := range map[string]struct {
		values, work, out Pointer
		rows, most        int
	}{
		"the 0 greatest of 5":        {256, 0, 256, 5, 0},
		"the 5 greatest of 0":        {256, 0, 256, 0, 5},
		"0x108 is no multiple of 16": {0x108, 0, 256, 5, 5},
		"there are none":             {256, 0, 256, 1 << 20, 5},
	} {
		if _, err := Select(c.values, c.rows, c.most, c.work, c.out); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want one that says %q", err, says)
		}
	}
	if _, err := ReadSelected(make([]byte, SelectOut(5)-1), 5); err == nil {
		t.Error("what is too short was read")
	}
	data := make([]byte, SelectOut(5))
	for _, head := range [][3]byte{{6, 0, 0}, {1, 2, 1}, {0, 9, 9}} {
		data[0], data[4], data[8] = head[0], head[1], head[2]
		if _, err := ReadSelected(data, 5); err == nil {
			t.Errorf("%v was read", head)
		}
	}
}

// FuzzReadSelected: whatever bytes come, they are refused or read, and what is read is as long as it says.
func FuzzReadSelected(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0}, 2)
	f.Add(make([]byte, SelectOut(3)), 3)
	f.Add(make([]byte, 40), -2)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		most %= 1 << 10
		s, err := ReadSelected(data, most)
		if err == nil && (len(s.Greater)+s.Room != most || len(s.Values) != len(s.Greater) || len(s.Ties) != min(s.TieCount, most)) {
			t.Errorf("%d greater with %d values, room for %d, %d of %d ties", len(s.Greater), len(s.Values), s.Room, len(s.Ties), s.TieCount)
		}
	})
}
