package mixture

import "testing"

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		got, want []int
		part      float64
	}{{nil, nil, 1}, {nil, []int{1}, 0}, {[]int{1, 2}, []int{2, 3}, 0.5}, {[]int{3, 2, 1}, []int{1, 2, 3}, 1}} {
		if got := Overlap(c.got, c.want); got != c.part {
			t.Errorf("overlap of %v with %v is %v, want %v", c.got, c.want, got, c.part)
		}
	}
}
