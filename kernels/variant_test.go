package kernels

import (
	"strings"
	"testing"
)

func TestChooseTakesTheBestUnlessOneIsAskedFor(t *testing.T) {
	have := []variant{plain, avx, avx2, avx512}
	for _, c := range []struct {
		env, want string
		got       variant
		bad       string // what the error says
	}{
		{EnvCPU, "", avx512, ""},
		{EnvCPU, "avx2", avx2, ""},
		{EnvCPU, "PLAIN", plain, ""},
		{EnvCPU, "neon", avx512, "needs instructions"},
		{EnvCPU, "avx512-vnni", avx512, "needs instructions"},
		{EnvCPU, "generic", avx512, "is unknown"},
		{envBefore, "avx2", avx512, "set ASTERISM_CPU"},
	} {
		got, err := choose(func(name string) string {
			if name == c.env {
				return c.want
			}
			return ""
		}, have)
		if got != c.got || (err != nil) != (c.bad != "") {
			t.Errorf("%s=%q: %v, %v", c.env, c.want, got, err)
		}
		if err != nil && !(strings.Contains(err.Error(), c.bad) && strings.Contains(err.Error(), "plain, avx, avx2, avx512")) {
			t.Errorf("%s=%q: the error does not say what is wrong, or what there is: %v", c.env, c.want, err)
		}
	}
	if name, err := Variant(); name == "" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
}

// sizes are those at which vector code goes wrong: around whole registers, and odd tails.
var sizes = []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 1025}
