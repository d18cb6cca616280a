package cuda

import (
	"strings"
	"testing"

	"asterism/kernels/cuda"
)

// TestSparedByReadsTheSetting: a number, or the default; anything else is an error that names the variable.
func TestSparedByReadsTheSetting(t *testing.T) {
	for value, want := range map[string]int{"": sparedUsually, "0": 0, "16": 16} {
		if got, err := sparedBy(value); err != nil || got != want {
			t.Errorf("%q gives %d, error %v, want %d", value, got, err, want)
		}
	}
	for _, value := range []string{"-1", "many", "8.5", "1025"} {
		if _, err := sparedBy(value); err == nil || !strings.Contains(err.Error(), sparedVariable) {
			t.Errorf("%q: error is %v", value, err)
		}
	}
}

// TestPassagesLeaveMultiprocessors: passages' products of wgmma have fewer blocks than the GPU has multiprocessors, questions' as many, and never fewer than half.
func TestPassagesLeaveMultiprocessors(t *testing.T) {
	for _, c := range []struct{ sms, spared, want int }{{132, 0, 132}, {132, 8, 124}, {132, 100, 66}, {5, 8, 3}, {1, 8, 1}} {
		p := &products{info: cuda.Info{Major: 9, SMs: c.sms}, tiles: map[cuda.Pointer]cuda.Pointer{16: 32}}
		l, err := p.describe(wayWide, task{out: 64, x: 128, d: dense{w: 16, out: 4096, in: 1024}, rows: 16384, spared: c.spared})
		if err != nil || l.GridX != c.want {
			t.Errorf("of %d multiprocessors and %d spared it takes %d, error %v, want %d", c.sms, c.spared, l.GridX, err, c.want)
		}
	}
}
