package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/bench/report"
	"asterism/engine/device"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
	"asterism/models/drawn"
)

// TestMain is the program itself when a part starts it in a new process.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fakepeer" {
		fakePeer(os.Args[2])
		return
	}
	if len(os.Args) > 1 && slices.Contains([]string{"check", "bench"}, os.Args[1]) {
		if err := run(context.Background(), os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if emulated.end != nil {
		emulated.end()
	}
	os.Exit(code)
}

// The parts that fail in every way that a part can.
func init() {
	row := []report.Row{report.Lower("test.row", "", 1, 0.5)}
	more = []part{
		{name: "test.hang", limit: 300 * time.Millisecond, run: func(context.Context, *env) ([]report.Row, error) { select {} }},
		{name: "test.crash", limit: time.Minute, run: func(context.Context, *env) ([]report.Row, error) {
			fmt.Fprintln(os.Stderr, "an illegal address")
			os.Exit(3)
			return nil, nil
		}},
		{name: "test.wrong", limit: time.Minute, run: func(context.Context, *env) ([]report.Row, error) {
			return row, errors.Join(errors.New("first fault"), errors.New("second fault"))
		}},
		{name: "budget", limit: time.Minute, run: checkBudget},
		{name: "test.right", limit: time.Minute, run: func(_ context.Context, e *env) ([]report.Row, error) {
			return []report.Row{report.Higher("test.limit", "", report.NoGoal, e.limits.FLOPs)}, nil
		}},
	}
}

// emulated is the emulation, built once for all tests.
var emulated struct {
	end  func()
	work string
}

// run on the emulation gives what was written.
func runEmulated(t *testing.T, args ...string) (*result, error) {
	t.Helper()
	out := t.TempDir()
	if emulated.end == nil {
		work, err := os.MkdirTemp("", "asterism-gpu-test")
		if err != nil {
			t.Fatal(err)
		}
		end, err := prepare(t.Context(), &options{machine: emulation})
		if err != nil {
			t.Fatal(err)
		}
		emulated.work, emulated.end = work, func() { end(); os.RemoveAll(work) }
	}
	o, err := readOptions(append(args, "-machine", emulation, "-out", out, "-work", emulated.work), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.choose(device.Discover); err != nil {
		t.Fatal(err)
	}
	do := runParts
	if o.phase != "" {
		do = runPhase
	}
	failed := do(t.Context(), o)
	files, _ := filepath.Glob(filepath.Join(out, "*", "*.json"))
	if len(files) != 1 {
		t.Fatalf("%v were written (%v)", files, failed)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	r := &result{}
	if err := json.Unmarshal(b, r); err != nil {
		t.Fatal(err)
	}
	return r, failed
}

// row finds a figure.
func (r *result) row(name string) (report.Row, bool) {
	for _, row := range r.Rows {
		if row.Name == name {
			return row, true
		}
	}
	return report.Row{}, false
}

// TestCheck: kernels and a model through the driver's interface, as on a GPU, and parts that fail, while the others continue.
func TestCheck(t *testing.T) {
	r, err := runEmulated(t, "check", "-only", "kernel.copy,kernel.gemm,model.E8,test.")
	if err == nil {
		t.Error("there were failures and no error")
	}
	want := []string{"test.hang: its process failed: context deadline exceeded after 300ms", "test.crash: its process failed: exit status 3; last words: an illegal address",
		"test.wrong: first fault", "test.wrong: second fault"}
	if len(r.Failures) != len(want) {
		t.Errorf("failures are %q, want %q", r.Failures, want)
	}
	for i := range min(len(want), len(r.Failures)) {
		if !strings.HasPrefix(r.Failures[i], want[i]) {
			t.Errorf("failure %d is %q, want %q", i, r.Failures[i], want[i])
		}
	}
	for _, name := range []string{"check.copy.error_of_limit", "check.gemm.error_of_limit", "model.E8.cosine", "test.row", "test.limit"} {
		if row, ok := r.row(name); !ok || row.Goal != nil && strings.Contains(row.Met(), "MISSED") {
			t.Errorf("%s: %+v (there: %v)", name, row, ok)
		}
	}
}

// TestBench: the limits come first, asked for or not, and are what shares are of.
func TestBench(t *testing.T) {
	r, err := runEmulated(t, "bench", "-only", "kernel.layer_norm,kernel.gemm,model.E8,test.right")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{matmulRow, copyRow, "gpu_matmul.cublaslt_tflops", "gpu_upload_gb_per_s", "gpu_download_gb_per_s", "kernel.layer_norm.share_of_limit", "kernel.gemm.share_of_limit",
		"model.E8.tokens_per_s_32", "model.E8.tokens_per_s_128", "model.E8.tokens_per_s_mixed", "model.E8.useful_share_of_matmul"} {
		if row, ok := r.row(name); !ok || !(row.Value > 0) {
			t.Errorf("%s: %+v (there: %v)", name, row, ok)
		}
	}
	dense, _ := r.row(matmulRow)
	if told, _ := r.row("test.limit"); told.Value != dense.Value*1e12 {
		t.Errorf("a part was told that the limit is %g FLOP/s, want %g TFLOP/s", told.Value, dense.Value)
	}
}

// TestAllTogether: every space through the scheduler, and a soak.
func TestAllTogether(t *testing.T) {
	r, err := runEmulated(t, "bench", "-only", "all13,soak", "-minutes", "0.02")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"all13_memories_per_s_128", "soak.embedded_of_0.02_minutes"} {
		if row, ok := r.row(name); !ok || !(row.Value > 0) {
			t.Errorf("%s: %+v (there: %v)", name, row, ok)
		}
	}
	if row, ok := r.row("soak.card_growth_mib"); !ok || row.Goal == nil {
		t.Errorf("the soak says nothing of growth: %+v", row)
	}
}

// TestSearch: an index of mixtures on the GPU, asked by one and by several, gives the processor's answers.
func TestSearch(t *testing.T) {
	r, err := runEmulated(t, "bench", "-only", "search")
	if err != nil {
		t.Fatal(err)
	}
	name := "gpu_search_" + (&env{options: options{small: true}}).searchSize(memories1M).name()
	for _, row := range []string{"_build_s", "_on_card_s", "_card_bytes_per_memory", "_on_card", "_p50_ms", "_p99_ms", "_auto_p50_ms", "_filtered_p50_ms", "_processor_p50_ms", "_callers2_per_s"} {
		if got, ok := r.row(name + row); !ok || !(got.Value > 0) {
			t.Errorf("%s%s: %+v (there: %v)", name, row, got, ok)
		}
	}
	for _, row := range []string{"_identical", "_recall10"} {
		if got, ok := r.row(name + row); !ok || got.Value != 1 || got.Runs != 3 {
			t.Errorf("%s%s: %+v (there: %v), want 1 of 3 questions", name, row, got, ok)
		}
	}
}

// TestDifference says where answers part, and in which spaces.
func TestDifference(t *testing.T) {
	ranking := func(scores ...float64) *search.Ranking {
		r := &search.Ranking{}
		for i, s := range scores {
			r.Hits = append(r.Hits, search.Hit{ID: store.ID{byte(i)}, Score: s})
		}
		return r
	}
	swapped := ranking(3, 2, 1)
	swapped.Hits[1], swapped.Hits[2] = swapped.Hits[2], swapped.Hits[1]
	swapped.Hits[1].Similarity[models.Code] = .5
	other := ranking(3, 2, 1)
	other.Hits[2].ID = store.ID{9}
	for name, c := range map[string]struct {
		got  *search.Ranking
		says string
	}{
		"the same":       {ranking(3, 2, 1), ""},
		"fewer":          {ranking(3, 2), "2 hits, the processor has 3"},
		"another order":  {swapped, "at place 3 with 1; E7 0.5, 0"},
		"another memory": {other, "and not the former"},
	} {
		if got := difference(c.got, ranking(3, 2, 1)); (got == "") != (c.says == "") || !strings.HasSuffix(got, c.says) {
			t.Errorf("%s: %q, want one that ends in %q", name, got, c.says)
		}
	}
}

// TestNoComparedTextIsLongerThanTheWindow: a batch with one is refused, and the model would be compared with nothing.
func TestNoComparedTextIsLongerThanTheWindow(t *testing.T) {
	for window, want := range map[int][]int{512: {4, 9, 21, 64, 65, 200}, 128: {4, 9, 21, 64, 65, 128}, 64: {4, 9, 21, 64}} {
		if got := comparedLengths(drawn.Full, window); !slices.Equal(got, want) {
			t.Errorf("with a window of %d texts of %v tokens are compared, want %v", window, got, want)
		}
	}
}
