package cuda_test

import (
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
