package cuda_test

import (
	"slices"
	"testing"

	. "asterism/kernels/cuda"
)

func TestAttentionRefuses(t *testing.T) {
	for name, a := range map[string]Attention{"width": {Heads: 4, Group: 1, Width: 48}, "groups": {Heads: 4, Group: 3, Width: 64}, "no group": {Heads: 4, Width: 64},
		"stride": {Heads: 4, Group: 1, Width: 64, Stride: 772}, "address": {Q: 8, Heads: 4, Group: 1, Width: 64, Stride: 768}, "no heads": {Group: 1, Width: 64, Stride: 768}} {
		if _, err := a.Launch(256, 256, 256, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := (Attention{Heads: 4, Group: 1, Width: 64, Stride: 768}).Launch(256, 256, 256, 0); err == nil {
		t.Error("no tiles: no error")
	}
}

// TestAttentionTiles: short texts share a tile where they follow one another and have place; others have tiles of their own.
func TestAttentionTiles(t *testing.T) {
	for name, c := range map[string]struct{ lengths, want []int32 }{
		"none":                        {nil, nil},
		"one":                         {[]int32{5}, []int32{0, 0}},
		"four of a warp each":         {[]int32{16, 1, 16, 16, 16}, []int32{0, -4, 4, 0}},
		"in 16s, not in tokens":       {[]int32{17, 17, 17}, []int32{0, -2, 2, 0}},
		"long ones":                   {[]int32{65, 130}, []int32{0, 0, 0, 64, 1, 0, 1, 64, 1, 128}},
		"nobody shares a long one's":  {[]int32{65, 3, 4}, []int32{0, 0, 0, 64, 1, -2}},
		"a long one ends what shares": {[]int32{3, 70, 4}, []int32{0, 0, 1, 0, 1, 64, 2, 0}},
		"one that fills its tile":     {[]int32{49, 3}, []int32{0, 0, 1, 0}},
	} {
		offsets := []int32{0}
		for _, n := range c.lengths {
			offsets = append(offsets, offsets[len(offsets)-1]+n)
		}
		if got := AttentionTiles(offsets); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
