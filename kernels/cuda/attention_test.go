package cuda_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	. "asterism/kernels/cuda"
)

func TestAttention(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, c := range []struct {
		width, heads, group int
		causal              bool
		lengths             []int
	}{
		{32, 2, 1, false, []int{1, 31, 32, 33, 64, 65}},
		{64, 2, 1, false, []int{200, 3}},
		{64, 1, 1, true, []int{130, 64, 1}},
		{128, 4, 2, true, []int{70, 5}},
	} {
		t.Run(fmt.Sprintf("%d×%d causal %v", c.heads, c.width, c.causal), func(t *testing.T) {
			e := startEmulator(t)
			offsets, total := []int32{0}, 0
			for _, n := range c.lengths {
				total += n
				offsets = append(offsets, int32(total))
			}
			keyHeads := c.heads / c.group
			stride := (c.heads + 2*keyHeads) * c.width
			qkv := draw(r, total*stride, 1.5, 0)
			out, all := e.poison(2*total*c.heads*c.width), e.bf16s(qkv)
			tiles := AttentionTiles(offsets)
			a := Attention{Q: all, K: all + Pointer(2*c.heads*c.width), V: all + Pointer(2*(c.heads+keyHeads)*c.width),
				Stride: stride, Heads: c.heads, Group: c.group, Width: c.width, Causal: c.causal}
			l, err := a.Launch(out, e.ints(tiles), e.ints(offsets), len(tiles)/2)
			if err != nil {
				t.Fatal(err)
			}
			e.run(l)
			want := make([]float64, total*c.heads*c.width)
			for i := range c.lengths {
				for h := range c.heads {
					part := func(at int) (rows [][]float64) {
						for row := offsets[i]; row < offsets[i+1]; row++ {
							rows = append(rows, widened(qkv[int(row)*stride+at:][:c.width]))
						}
						return rows
					}
					kh := h / c.group
					for j, row := range ReferenceAttention(part(h*c.width), part((c.heads+kh)*c.width), part((c.heads+keyHeads+kh)*c.width), c.causal) {
						copy(want[((int(offsets[i])+j)*c.heads+h)*c.width:], row)
					}
				}
			}
			if got := relativeError(e.readBF16s(out), want); !(got < halfUnit) {
				t.Errorf("off by %g, want below %g", got, halfUnit)
			}
		})
	}
}

func TestAttentionRefuses(t *testing.T) {
	for name, a := range map[string]Attention{"width": {Heads: 4, Group: 1, Width: 48}, "groups": {Heads: 4, Group: 3, Width: 64}, "no group": {Heads: 4, Width: 64}} {
		if _, err := a.Launch(1, 1, 1, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
