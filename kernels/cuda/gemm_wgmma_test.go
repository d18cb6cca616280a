package cuda_test

import (
	"strconv"
	"testing"

	. "asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

// wgmmaFaults are ways to make gemm_wgmma.cu wrong that would show on a card now and then, or on another card, or as a hang.
var wgmmaFaults = []emulate.Fault{
	{Name: "copies are not shown to the tensor cores", File: "gemm_wgmma.cu", Was: "  copies_show();\n", Becomes: "  if (!FAULT) copies_show();\n"},
	{Name: "a warp arrives for its lanes before they are through", File: "gemm_wgmma.cu",
		Was: "  warp_meet();\n", Becomes: "  if (!FAULT) warp_meet();\n"},
	{Name: "a slice is announced before it has landed", File: "gemm_wgmma.cu",
		Was: "      copies_wait<late>();\n", Becomes: "      if (FAULT) copies_wait<late + 1>(); else copies_wait<late>();\n"},
	{Name: "a stage is filled while it is read", File: "gemm_wgmma.cu",
		Was: "      gate_wait(ring.empty(i), ring.parity(i) ^ 1);\n", Becomes: "      if (!FAULT) gate_wait(ring.empty(i), ring.parity(i) ^ 1);\n"},
	{Name: "a slice is read before it is full", File: "gemm_wgmma.cu",
		Was: "    gate_wait(ring.full(i), ring.parity(i));\n", Becomes: "    if (!FAULT) gate_wait(ring.full(i), ring.parity(i));\n"},
	{Name: "a stage is given back before its product is done", File: "gemm_wgmma.cu",
		Was:     "    warpgroup_wait(d);\n    if (thread_x() % 32 == 0) gate_arrive(ring.empty(i));\n",
		Becomes: "    if (FAULT && thread_x() % 32 == 0) gate_arrive(ring.empty(i));\n    warpgroup_wait(d);\n    if (!FAULT && thread_x() % 32 == 0) gate_arrive(ring.empty(i));\n"},
	{Name: "a product begins without a fence", File: "gemm_wgmma.cu", Was: "    warpgroup_begin(d);\n", Becomes: "    if (!FAULT) warpgroup_begin(d);\n"},
	{Name: "products are not closed", File: "gemm_wgmma.cu", Was: "    warpgroup_close();\n", Becomes: "    if (!FAULT) warpgroup_close();\n"},
	{Name: "parts are exchanged otherwise", File: "gemm_wgmma.cu", Was: "(c ^ (r & 7)) * 16", Becomes: "(c ^ (FAULT ? r >> 1 & 3 : r & 7)) * 16"},
	{Name: "the next part of the depth is 64 bytes on", File: "gemm_wgmma.cu", Was: "a + 2 * k, w + 2 * k", Becomes: "a + (FAULT ? 4 : 2) * k, w + 2 * k"},
	{Name: "the ring begins at no multiple of 1024", File: "gemm_wgmma.cu", Was: "(-shared_address(shared) & 1023)", Becomes: "(-shared_address(shared) & (FAULT ? 127 : 1023))"},
	{Name: "bulk copies do not see the gates", File: "gemm_wgmma.cu", Was: "    gates_show();\n", Becomes: "    if (!FAULT) gates_show();\n"},
	{Name: "gates are used before they are open", File: "gemm_wgmma.cu", Was: "  BARRIER();\n  return ring;", Becomes: "  if (!FAULT) BARRIER();\n  return ring;"},
	{Name: "the first stages count as full", File: "gemm_wgmma.cu", Was: "{ return i / stages & 1; }", Becomes: "{ return (i / stages + FAULT) & 1; }"},
	{Name: "fewer bytes are expected than copied", File: "gemm_wgmma.cu", Was: "gate_arrive_expecting(ring.full(i), halves * HALF)", Becomes: "gate_arrive_expecting(ring.full(i), halves * HALF - FAULT * 16)"},
	{Name: "the descriptor's eight rows lie closer", File: "prelude_hopper.cuh", Was: "1024ull >> 4 << 32", Becomes: "(FAULT ? 512ull : 1024ull) >> 4 << 32"},
	{Name: "the descriptor says another exchange", File: "prelude_hopper.cuh", Was: "1ull << 62", Becomes: "(FAULT ? 2ull : 1ull) << 62"},
}

// TestWGMMAFaults: each fault is found, by a wrong number or by what the emulation says, and without any nothing is.
func TestWGMMAFaults(t *testing.T) {
	faults := wgmmaFaults
	program, err := emulate.Faulty(t.Context(), t.TempDir(), "gemm_wgmma.cu", []string{"weight_tiles", "gemm_wgmma_128"}, faults)
	if err != nil {
		t.Fatal(err)
	}
	check := checkNamed(t, "gemm_wgmma_128")
	for i := range len(faults) + 1 {
		name := "none"
		if i > 0 {
			name = faults[i-1].Name
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv("ASTERISM_FAULT", strconv.Itoa(i))
			card, err := emulate.Start(program)
			if err != nil {
				t.Fatal(err)
			}
			defer card.Close()
			f, err := check.On(card, Shape{Rows: 65, Columns: 144, Depth: 456, Small: true}, *seed)
			if found := err != nil || !f.OK(); found != (i > 0) {
				t.Errorf("off by %g, error %v", f.Error, err)
			}
		})
	}
}

func checkNamed(t *testing.T, name string) Check {
	t.Helper()
	for _, c := range Checks() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check is called %s", name)
	return Check{}
}

// TestGEMMWGMMARefuses what the kernel cannot do.
func TestGEMMWGMMARefuses(t *testing.T) {
	for name, c := range map[string]struct {
		f                         Activation
		width                     int
		out, a, residual          Pointer
		rows, columns, depth, sms int
	}{
		"width":               {Plain, 64, 16, 16, 0, 1, 64, 64, 1},
		"columns":             {Plain, 128, 16, 16, 0, 1, 60, 64, 1},
		"columns of gates":    {SwiGLU, 128, 16, 16, 0, 1, 72, 64, 1},
		"depth":               {Plain, 128, 16, 16, 0, 1, 64, 60, 1},
		"rows":                {Plain, 128, 16, 16, 0, 0, 64, 64, 1},
		"blocks":              {Plain, 128, 16, 16, 0, 1, 64, 64, 0},
		"residual of gates":   {SwiGLU, 128, 16, 16, 16, 1, 64, 64, 1},
		"place of the result": {Plain, 128, 8, 16, 0, 1, 64, 64, 1},
		"place of the rows":   {Plain, 128, 16, 8, 0, 1, 64, 64, 1},
	} {
		if _, err := GEMMWGMMA(c.f, c.width, c.out, c.a, 16, 0, c.residual, c.rows, c.columns, c.depth, c.sms); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := WeightTiles(16, 16, 64, 60); err == nil {
		t.Error("tiles of a depth of 60: no error")
	}
}

// TestCanWGMMA: the code is for 9.0 alone; what is compiled for sm_90a runs on nothing else.
func TestCanWGMMA(t *testing.T) {
	for _, c := range []struct {
		i    Info
		want bool
	}{
		{Info{9, 0, 132, 227 << 10}, true}, {Info{9, 0, 132, 99 << 10}, false}, {Info{8, 9, 142, 99 << 10}, false}, {Info{10, 0, 148, 227 << 10}, false},
	} {
		if got := CanWGMMA(c.i); got != c.want {
			t.Errorf("%+v: %v, want %v", c.i, got, c.want)
		}
	}
}
