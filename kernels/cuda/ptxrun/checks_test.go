package ptxrun_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
	"asterism/kernels/cuda/ptxrun"
)

// seed decides the inputs of the checks and all that a GPU leaves open: random for every run, and printed by those that fail.
var seed = flag.Uint64("seed", rand.Uint64(), "seed of inputs and of the order of warps and lanes")

// work lets longer shapes in: the interpreter does some million products a second, and the longest shapes have 2e11.
var work = flag.Float64("work", 0, "check also the shapes of at most so many rows x columns x depth")

// TestChecks runs the PTX that we ship, every kernel at its small shapes and at those that -work lets in, against the float64 references.
func TestChecks(t *testing.T) {
	programs, err := ptxrun.Load(cuda.PTX())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range check.All() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			for _, s := range c.Shapes {
				if !s.Small && float64(s.Rows)*float64(s.Columns)*float64(max(1, s.Depth)) > *work {
					continue
				}
				f, err := c.On(programs.Start(*seed), s, *seed)
				if err != nil {
					t.Fatalf("%v (-seed %d)", err, *seed)
				}
				if !f.OK() {
					t.Errorf("%v: off by %g, want at most %g (-seed %d)", s, f.Error, f.Limit, *seed)
				}
			}
		})
	}
}

// TestDependentChecks: kernels that may begin early do what they do otherwise.
func TestDependentChecks(t *testing.T) {
	t.Parallel()
	all := map[string]string{}
	for name, text := range cuda.PTX() {
		dependent, err := cuda.Dependent(text)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = dependent
	}
	programs, err := ptxrun.Load(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gather", "pool", "gemm_few", "gemm_wgmma_pair", "attention_64"} {
		checked := 0
		for _, c := range check.All() {
			if c.Name != name {
				continue
			}
			f, err := c.On(programs.Start(*seed), c.Shapes[0], *seed)
			if err != nil || !f.OK() {
				t.Errorf("%s: off by %g, error %v (-seed %d)", name, f.Error, err, *seed)
			}
			checked++
		}
		if checked != 1 {
			t.Errorf("%d checks are called %s", checked, name)
		}
	}
}
