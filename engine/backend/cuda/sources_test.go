package cuda

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// counted is a matrix whose numbers count on from first.
func counted(in int, first float32) source {
	return func(from, n int) []float32 {
		out := make([]float32, n*in)
		for i := range out {
			out[i] = first + float32(from*in+i)
		}
		return out
	}
}

// TestGatedProperty: read in any pieces, the rows of a gate and its value come in turn.
func TestGatedProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, rows := rapid.IntRange(1, 5).Draw(t, "in"), rapid.IntRange(1, 20).Draw(t, "rows")
		var got, want []float32
		for i := range rows {
			want = append(append(want, counted(in, 0)(i, 1)...), counted(in, 1000)(i, 1)...)
		}
		both := gated(in, counted(in, 0), counted(in, 1000))
		for from := 0; from < 2*rows; {
			n := rapid.IntRange(1, 2*rows-from).Draw(t, "piece")
			got = append(got, both(from, n)...)
			from += n
		}
		if !slices.Equal(got, want) {
			t.Fatalf("gated rows are %v, want %v", got, want)
		}
	})
}

// TestWidened: what is added to a row is zeros.
func TestWidened(t *testing.T) {
	got := widened(3, 5, counted(3, 1))(1, 2)
	if want := []float32{4, 5, 6, 0, 0, 7, 8, 9, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("widened rows are %v, want %v", got, want)
	}
	none := source(func(int, int) []float32 { return nil })
	if widened(3, 5, none)(0, 1) != nil || gated(3, none, counted(3, 0))(0, 2) != nil || gated(3, counted(3, 0), none)(0, 2) != nil {
		t.Error("rows after a fault are not nil")
	}
}
