package check_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/kernels/cuda"
	. "asterism/kernels/cuda/check"
	"asterism/kernels/cuda/emulate"
)

// seed decides the inputs of the checks: random for every run, and printed by those that fail.
var seed = flag.Uint64("seed", rand.Uint64(), "seed of the inputs of kernels' checks")

// TestChecks runs every kernel at its small shapes in lock step.
func TestChecks(t *testing.T) {
	named := map[string]bool{}
	for _, c := range All() {
		if named[c.Name] {
			t.Errorf("two checks are called %s", c.Name)
		}
		named[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			checkSmall(t, c)
		})
	}
}

func checkSmall(t *testing.T, c Check) {
	gpu := startGPU(t)
	if !c.Fits(gpu.Info()) {
		t.Fatalf("the emulated GPU cannot run it")
	}
	small := 0
	for _, s := range c.Shapes {
		if !s.Small {
			continue
		}
		small++
		f, err := c.On(gpu, s, *seed)
		if err != nil {
			t.Fatalf("%v (-seed %d)", err, *seed)
		}
		if !f.OK() {
			t.Errorf("%v: off by %g, want at most %g (-seed %d)", s, f.Error, f.Limit, *seed)
		}
		if !(f.Limit > 0 && f.Limit < 0.02) {
			t.Errorf("%v: the limit %g is none", s, f.Limit)
		}
	}
	if small == 0 {
		t.Error("it has no shape for the emulation")
	}
}

// TestCheckFindsFaults: a check that lets a wrong kernel pass would be worth nothing. Each fault is put between the check and the GPU.
func TestCheckFindsFaults(t *testing.T) {
	norm := checkOf(t, "layer_norm")
	s := Shape{Rows: 33, Columns: 384}
	for name, c := range map[string]struct {
		machine func(*emulate.GPU) cuda.Machine
		says    string // of the error; empty: the numbers are found wrong
	}{
		"another kernel's numbers": {func(c *emulate.GPU) cuda.Machine { return &alteringGPU{GPU: c, rows: -1} }, ""},
		"a row is missing":         {func(c *emulate.GPU) cuda.Machine { return &alteringGPU{GPU: c, rows: 32} }, ""},
		"a row too many":           {func(c *emulate.GPU) cuda.Machine { return &alteringGPU{GPU: c, rows: 34} }, "wrote behind buffer"},
	} {
		f, err := norm.On(c.machine(startGPU(t)), s, *seed)
		switch {
		case c.says == "" && (err != nil || f.OK()):
			t.Errorf("%s: error %v, off by %g of %g", name, err, f.Error, f.Limit)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
	}
}

func checkOf(t *testing.T, name string) *Check {
	t.Helper()
	for _, c := range All() {
		if c.Name == name {
			return &c
		}
	}
	t.Fatalf("there is no check %s", name)
	return nil
}

// alteringGPU changes the number of rows of a layer norm; with −1 it drops its shift instead.
type alteringGPU struct {
	*emulate.GPU
	rows int32
}

func (m *alteringGPU) Launch(l cuda.Launch) error {
	l.Args = append([]cuda.Arg(nil), l.Args...)
	if m.rows < 0 {
		l.Args[4] = l.Args[3]
	} else {
		l.Args[5] = m.rows
	}
	return m.GPU.Launch(l)
}

// TestError: each of the three measures sees what the others do not.
func TestError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const rows, width = 300, 200
	want := make([]float64, rows*width)
	for i := range want {
		want[i] = r.NormFloat64()
	}
	for name, c := range map[string]struct {
		change func(got []float64)
		wrong  bool
	}{
		"nothing":           {func([]float64) {}, false},
		"one rounding each": {func(got []float64) { round(got) }, false},
		"everything by 1 %": {func(got []float64) { scale(got, 1.01) }, true},
		"one row by 5 %":    {func(got []float64) { scale(got[7*width:8*width], 1.05) }, true},
		"one number":        {func(got []float64) { got[1234] += 0.3 }, true},
		"NaN":               {func(got []float64) { got[99] = math.NaN() }, true},
		"infinite":          {func(got []float64) { got[99] = math.Inf(1) }, true},
	} {
		got := append([]float64(nil), want...)
		c.change(got)
		if e := Error(got, want, width); (e <= OneRounding) == c.wrong {
			t.Errorf("%s: off by %g, the limit is %g", name, e, OneRounding)
		}
	}
	if e := Error(want[1:], want, width); e == e {
		t.Errorf("numbers are missing and the error is %g", e)
	}
	if e := Error(make([]float64, 4), make([]float64, 4), 2); e != 0 {
		t.Errorf("zeros that should be zeros are off by %g", e)
	}
}

func round(v []float64) {
	for i := range v {
		v[i] = float64(cuda.ToBF16(float32(v[i])).Float())
	}
}

func scale(v []float64, by float64) {
	for i := range v {
		v[i] *= by
	}
}

// TestSample: what is compared has the first and the last, no place twice, and is in order.
func TestSample(t *testing.T) {
	b := NewBench(nil, 1)
	for _, n := range []int{1, 9, 10, 11, 1000} {
		s := b.Sample(n, 10)
		if len(s) != min(n, 10) || s[0] != 0 || s[len(s)-1] != n-1 {
			t.Errorf("of %d: %v", n, s)
		}
		for i := 1; i < len(s); i++ {
			if s[i] <= s[i-1] {
				t.Errorf("of %d: %v", n, s)
			}
		}
	}
}
