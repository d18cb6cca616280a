package batch

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWindowsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		window := rapid.IntRange(1, 600).Draw(t, "window")
		overlap := rapid.IntRange(0, window).Draw(t, "overlap")
		ws := Windows(n, window, overlap)
		if ws[0][0] != 0 || ws[len(ws)-1][1] != n {
			t.Fatalf("windows %v do not cover 0 to %d", ws, n)
		}
		shared := min(overlap, window/2)
		for i, w := range ws {
			size := w[1] - w[0]
			if size < 1 || size > window {
				t.Fatalf("window %v is not between 1 and %d long", w, window)
			}
			if len(ws) > 1 && size < window/2 {
				t.Fatalf("window %v is a stump of %d", w, window)
			}
			if i > 0 && (w[0] <= ws[i-1][0] || ws[i-1][1]-w[0] < shared) {
				t.Fatalf("windows %v and %v share less than %d", ws[i-1], w, shared)
			}
		}
		// One window fewer could not cover n.
		if k := len(ws) - 1; k > 0 && k*(window-shared)+shared >= n {
			t.Fatalf("%d windows where %d would do", k+1, k)
		}
	})
}

func TestWindowsByHand(t *testing.T) {
	for _, c := range []struct {
		n, window, overlap int
		want               [][2]int
	}{
		{0, 10, 2, nil},
		{10, 10, 2, [][2]int{{0, 10}}},
		{50, 0, 2, [][2]int{{0, 50}}},
		{11, 10, 0, [][2]int{{0, 6}, {5, 11}}},
		{30, 12, 3, [][2]int{{0, 12}, {9, 21}, {18, 30}}},
	} {
		if got := Windows(c.n, c.window, c.overlap); !slices.Equal(got, c.want) {
			t.Errorf("Windows(%d, %d, %d) = %v, want %v", c.n, c.window, c.overlap, got, c.want)
		}
	}
}
