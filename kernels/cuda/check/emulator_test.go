package check_test

import (
	"os"
	"strings"
	"testing"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

func TestMain(m *testing.M) {
	code := m.Run()
	emulate.Remove()
	os.Exit(code)
}

func startGPU(t *testing.T) *emulate.GPU {
	t.Helper()
	c, err := emulate.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestFaultsAreFound: the emulation would be worth little if it let a kernel write where it must not.
func TestFaultsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		rows int // the kernel is told; the buffers hold two
		says string
	}{"within": {2, ""}, "one row too many": {3, "outside of a buffer"}} {
		gpu := startGPU(t)
		buffer := func(n int) cuda.Pointer {
			p, err := gpu.Alloc(n)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		l, err := cuda.LayerNorm(buffer(2*2*384), buffer(2*3*384), 0, buffer(4*384), buffer(4*384), c.rows, 384, 1)
		if err != nil {
			t.Fatal(err)
		}
		err = gpu.Launch(l)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
		if again := gpu.Wait(); (again == nil) != (err == nil) {
			t.Errorf("%s: afterwards the GPU says %v", name, again)
		}
	}
}
