package cuda_test

import (
	"math"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
)

func TestPool(t *testing.T) {
	e, r := startEmulator(t), rand.New(rand.NewPCG(15, 16))
	for _, width := range []int{2, 384, 1024, 2048} {
		ranges := []int32{0, 1, 1, 32, 32, 65, 64, 65, 5, 5} // one row, many, one within another's, none
		const rows = 65
		x := draw(r, rows*width, 1, 0.2)
		var want []float64
		for i := 0; i < len(ranges); i += 2 {
			sum, squares := make([]float64, width), 0.0
			for row := int(ranges[i]); row < int(ranges[i+1]); row++ {
				sum = plus(sum, widened(x[row*width:][:width]))
			}
			for _, v := range sum {
				squares += v * v
			}
			for _, v := range sum {
				want = append(want, v/max(math.Sqrt(squares), 1e-300))
			}
		}
		out := e.poison(4 * len(want))
		e.run(Pool(out, e.bf16s(x), e.ints(ranges), len(ranges)/2, width))
		if got := relativeError(e.readFloats(out), want); !(got < 1e-6) {
			t.Errorf("width %d: off by %g, want below 1e-6", width, got)
		}
	}
}
