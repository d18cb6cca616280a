package cuda_test

import (
	"math"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
)

func TestRotary(t *testing.T) {
	e, r := startEmulator(t), rand.New(rand.NewPCG(13, 14))
	const heads, width, stride, base = 3, 64, 4 * 64, 10000.0
	for _, rows := range sizes[:4] {
		x, places := draw(r, rows*stride, 1, 0), make([]int32, rows)
		for i := range places {
			places[i] = r.Int32N(512)
		}
		want := widened(x)
		for row := range rows {
			for h := range heads {
				for i := range width / 2 {
					at := row*stride + h*width + i
					s, c := math.Sincos(float64(places[row]) * math.Pow(base, -2*float64(i)/width))
					a, b := want[at], want[at+width/2]
					want[at], want[at+width/2] = a*c-b*s, b*c+a*s
				}
			}
		}
		cosines, sines := RotaryTables(512, width, base)
		p := e.bf16s(x)
		e.run(Rotary(p, e.ints(places), e.floats(cosines), e.floats(sines), rows, stride, heads, width))
		if got := relativeError(e.readBF16s(p), want); !(got < halfUnit) {
			t.Errorf("%d rows: off by %g, want below %g", rows, got, halfUnit)
		}
	}
}
