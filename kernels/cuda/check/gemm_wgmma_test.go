package check_test

import (
	"strconv"
	"strings"
	"testing"

	. "asterism/kernels/cuda/check"
	"asterism/kernels/cuda/emulate"
)

// wgmmaFaults are ways to make wgmma.cuh wrong that would show on a GPU now and then, or on another GPU, or as a hang.
var wgmmaFaults = []emulate.Fault{
	{Name: "copies are not shown to the tensor cores", File: "wgmma.cuh", Was: "    copies_show();\n", Becomes: "    if (!FAULT) copies_show();\n"},
	{Name: "a slice is announced before its copies are started", File: "wgmma.cuh", Was: "      fetch_rows(ring.rows(i), job, row, s * slice);\n",
		Becomes: "      if (FAULT) copies_arrive(ring.full(i));\n      fetch_rows(ring.rows(i), job, row, s * slice);\n      if (FAULT) continue;\n"},
	{Name: "threads end while copies of theirs are under way", File: "wgmma.cuh", Was: "j < i; j++) gate_wait(ring.full(j)", Becomes: "j < i && !FAULT; j++) gate_wait(ring.full(j)"},
	{Name: "a slice is full without the copies of one thread", File: "wgmma.cuh", Was: "gate_open(ring.full(i), fillers + 1)", Becomes: "gate_open(ring.full(i), fillers + 1 - FAULT)"},
	{Name: "a stage is filled while it is read", File: "wgmma.cuh",
		Was: "      if (team == 1) gate_wait(ring.empty(i), ring.parity(i) ^ 1);\n", Becomes: "      if (FAULT) ; else if (team == 1) gate_wait(ring.empty(i), ring.parity(i) ^ 1);\n"},
	{Name: "a slice is read before it is full", File: "wgmma.cuh",
		Was: "    gate_wait(ring.full(i), ring.parity(i));\n", Becomes: "    if (!FAULT) gate_wait(ring.full(i), ring.parity(i));\n"},
	{Name: "a stage is given back before its product is done", File: "wgmma.cuh",
		Was:     "    warpgroup_wait(d);\n    release(ring, i);\n",
		Becomes: "    if (FAULT) release(ring, i);\n    warpgroup_wait(d);\n    if (!FAULT) release(ring, i);\n"},
	{Name: "a product begins without a fence", File: "wgmma.cuh", Was: "    warpgroup_begin(d);\n", Becomes: "    if (!FAULT) warpgroup_begin(d);\n"},
	{Name: "products are not closed", File: "wgmma.cuh", Was: "    warpgroup_close();\n", Becomes: "    if (!FAULT) warpgroup_close();\n"},
	{Name: "parts are exchanged otherwise", File: "wgmma.cuh", Was: "(c ^ (r & 7)) * 16", Becomes: "(c ^ (FAULT ? r >> 1 & 3 : r & 7)) * 16"},
	{Name: "the next part of the depth is 64 bytes on", File: "wgmma.cuh", Was: "a + 2 * k, w + 2 * k", Becomes: "a + (FAULT ? 4 : 2) * k, w + 2 * k"},
	{Name: "the ring begins at no multiple of 1024", File: "wgmma.cuh", Was: "(-shared_address(shared) & 1023)", Becomes: "(-shared_address(shared) & (FAULT ? 127 : 1023))"},
	{Name: "bulk copies do not see the gates", File: "wgmma.cuh", Was: "    gates_show();\n", Becomes: "    if (!FAULT) gates_show();\n"},
	{Name: "gates are used before they are open", File: "wgmma.cuh", Was: "  if (team == 1) BARRIER();\n", Becomes: "  if (FAULT) ; else if (team == 1) BARRIER();\n"},
	{Name: "the first stages count as full", File: "wgmma.cuh", Was: "{ return i / stages & 1; }", Becomes: "{ return (i / stages + FAULT) & 1; }"},
	{Name: "fewer bytes are expected than copied", File: "wgmma.cuh", Was: "gate_arrive_expecting(ring.full(i), halves * half)", Becomes: "gate_arrive_expecting(ring.full(i), halves * half - FAULT * 16)"},
	{Name: "the descriptor's eight rows lie closer", File: "prelude_hopper.cuh", Was: "| 1ull << 16 | 1024ull >> 4 << 32", Becomes: "| 1ull << 16 | (FAULT ? 512ull : 1024ull) >> 4 << 32"},
	{Name: "the descriptor says another exchange", File: "prelude_hopper.cuh", Was: "1ull << 62; }", Becomes: "(FAULT ? 2ull : 1ull) << 62; }"},
}

// pairFaults are those of clusters of two blocks.
var pairFaults = []emulate.Fault{
	{Name: "one block of two gets its half of the weights", File: "wgmma.cuh", Was: "ring.full(i), (1 << team) - 1)", Becomes: "ring.full(i), FAULT ? 1 : (1 << team) - 1)"},
	{Name: "a stage is given back to the first block alone", File: "wgmma.cuh", Was: "lane < team) gate_arrive_at(ring.empty(i), lane)",
		Becomes: "lane < team) gate_arrive_at(ring.empty(i), FAULT ? 0 : lane)"},
	{Name: "a stage is filled before the other block has read it", File: "wgmma.cuh", Was: "gate_open(ring.empty(i), 8 * team)", Becomes: "gate_open(ring.empty(i), FAULT ? 8 : 8 * team)"},
	{Name: "the blocks of a cluster do not meet before they copy", File: "wgmma.cuh", Was: "  else cluster_meet();\n  return ring;", Becomes: "  else if (!FAULT) cluster_meet();\n  return ring;"},
	{Name: "a block ends while the other may reach for it", File: "wgmma.cuh", Was: "  if (team > 1) cluster_meet();", Becomes: "  if (team > 1 && !FAULT) cluster_meet();"},
	{Name: "both blocks have the first one's rows", File: "wgmma.cuh", Was: "rank(team == 1 ? 0 : cluster_rank())", Becomes: "rank(team == 1 || FAULT ? 0 : cluster_rank())"},
	{Name: "both blocks expect their own half alone", File: "wgmma.cuh", Was: "gate_arrive_expecting(ring.full(i), halves * half)", Becomes: "gate_arrive_expecting(ring.full(i), FAULT ? half : halves * half)"},
}

// byteFaults are those that products of bytes alone can have; and some of the others, which give NaN where numbers are multiplied, and bytes have none.
var byteFaults = []emulate.Fault{
	{Name: "copies are not shown to the tensor cores", File: "wgmma.cuh", Was: "    copies_show();\n", Becomes: "    if (!FAULT) copies_show();\n"},
	{Name: "a product begins without a fence", File: "wgmma.cuh", Was: "    warpgroup_begin(d);\n", Becomes: "    if (!FAULT) warpgroup_begin(d);\n"},
	{Name: "a stage is given back before its product is done", File: "wgmma.cuh",
		Was:     "    warpgroup_wait(d);\n    release(ring, i);\n",
		Becomes: "    if (FAULT) release(ring, i);\n    warpgroup_wait(d);\n    if (!FAULT) release(ring, i);\n"},
	{Name: "sums go on from those of the tile before", File: "gemm_wgmma_int8.cu", Was: "i < numbers; i++) d[i] = 0;", Becomes: "i < numbers; i++) d[i] = FAULT ? 1 : 0;"},
	{Name: "both rows of a lane have the scale of the first", File: "gemm_wgmma_int8.cu", Was: "scaled(sum, rows[h],", Becomes: "scaled(sum, rows[FAULT ? 0 : h],"},
	{Name: "columns have the scale of their neighbour", File: "gemm_wgmma_int8.cu", Was: "columns[eight][i], shifts", Becomes: "columns[eight][FAULT ? 0 : i], shifts"},
	{Name: "half of the depth is multiplied", File: "wgmma.cuh", Was: "k < slice / 32; k++", Becomes: "k < slice / (FAULT ? 64 : 32); k++"},
}

// TestWGMMAFaults: each fault is found, by a wrong number or by what the emulation says, and without any nothing is.
func TestWGMMAFaults(t *testing.T) {
	findFaults(t, "gemm_wgmma_128", wgmmaFaults, Shape{Rows: 65, Columns: 144, Depth: 456, Small: true})
	findFaults(t, "gemm_wgmma_pair", pairFaults, Shape{Rows: 600, Columns: 264, Depth: 136, Small: true})
	findFaults(t, "gemm_wgmma_int8_128", byteFaults, Shape{Rows: 65, Columns: 144, Depth: 912, Small: true})
}

func findFaults(t *testing.T, kernel string, faults []emulate.Fault, s Shape) {
	t.Helper()
	files, kernels := []string{"gemm_wgmma.cu"}, []string{"weight_tiles", kernel}
	switch {
	case strings.HasPrefix(kernel, "attention"):
		files, kernels = []string{strings.TrimRight(kernel, "_0123456789") + ".cu"}, []string{kernel}
	case strings.Contains(kernel, "int8"):
		files, kernels = append(files, "gemm_wgmma_int8.cu", "gemm_int8.cu"), append(kernels, "gemm_int8") // with whose bits it is compared
	}
	program, err := emulate.Faulty(t.Context(), t.TempDir(), files, kernels, faults)
	if err != nil {
		t.Fatal(err)
	}
	check := checkNamed(t, kernel)
	for i := range len(faults) + 1 {
		name := "none"
		if i > 0 {
			name = faults[i-1].Name
		}
		t.Run(kernel+": "+name, func(t *testing.T) {
			t.Setenv("ASTERISM_FAULT", strconv.Itoa(i))
			gpu, err := emulate.Start(program)
			if err != nil {
				t.Fatal(err)
			}
			defer gpu.Close()
			f, err := check.On(gpu, s, *seed)
			if found := err != nil || !f.OK(); found != (i > 0) {
				t.Errorf("off by %g, error %v", f.Error, err)
			}
		})
	}
}

func checkNamed(t *testing.T, name string) Check {
	t.Helper()
	for _, c := range All() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check is called %s", name)
	return Check{}
}
