package kernels

import (
	"strings"
	"testing"
)

func TestChooseTakesTheBestUnlessOneIsAskedFor(t *testing.T) {
	have := []variant{generic, avx2, avx512}
	for _, c := range []struct {
		want string
		got  variant
		bad  bool
	}{{"", avx512, false}, {"avx2", avx2, false}, {"GENERIC", generic, false}, {"neon", avx512, true}, {"x", avx512, true}} {
		got, err := choose(c.want, have)
		if got != c.got || (err != nil) != c.bad {
			t.Errorf("choose(%q) = %v, %v", c.want, got, err)
		}
		if c.bad && !strings.Contains(err.Error(), "generic, avx2, avx512") {
			t.Errorf("the error does not say what there is: %v", err)
		}
	}
	if name, _ := Variant(); name == "" {
		t.Error("no variant")
	}
}

// sizes are those at which vector code goes wrong: around whole registers, and odd tails.
var sizes = []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 1025}
