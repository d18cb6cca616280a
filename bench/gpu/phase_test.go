package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/bench/report"
	"asterism/kernels/cuda"
)

// TestPhasesHaveParts: every phase has parts in every mode, and the list has a line for each.
func TestPhasesHaveParts(t *testing.T) {
	for _, p := range phases {
		if _, ok := phaseTools[p.name]; ok {
			continue // its parts are there where its program is
		}
		for _, r := range p.runs {
			o := options{mode: r.mode, only: r.only, phase: p.name}
			list, err := chosen(&o)
			if err != nil || len(list) == 0 {
				t.Errorf("phase %s has %d parts of %s (%v)", p.name, len(list), r.mode, err)
			}
		}
	}
	var out bytes.Buffer
	listPhases(&out)
	for _, want := range []string{"limits 120\n", "soak 300\n"} {
		if !strings.Contains(out.String(), want) || strings.Count(out.String(), "\n") != len(phases) {
			t.Errorf("the list is %q, want a line %q", out.String(), want)
		}
	}
	if _, err := readOptions([]string{"phase", "warm"}, os.Stderr); err == nil || !strings.Contains(err.Error(), `"warm"`) {
		t.Errorf("an unknown phase: %v", err)
	}
}

// TestPhase: a phase writes one file of its own name, and a later one gets the limits and does not measure them again.
func TestPhase(t *testing.T) {
	first, err := runEmulated(t, "phase", "limits")
	if err != nil {
		t.Fatal(err)
	}
	dense, ok := first.row(matmulRow)
	if !ok {
		t.Fatal("the limits are not there")
	}
	kernel, err := runEmulated(t, "phase", "kernels", "-only", "kernel.layer_norm")
	if err != nil {
		t.Fatal(err)
	}
	if _, again := kernel.row(matmulRow); again {
		t.Error("the limits were measured again")
	}
	for _, name := range []string{"check.layer_norm.error_of_limit", "kernel.layer_norm.share_of_limit"} {
		if row, ok := kernel.row(name); !ok {
			t.Errorf("%s is not there: %+v", name, row)
		}
	}
	e := &env{options: options{phase: "kernels", work: emulated.work}}
	list := []part{{name: "limits", first: true}, {name: "kernel.gemm"}}
	now := &result{Result: first.Result}
	if left := e.recall(now, slices.Clone(list)); len(left) != 1 || e.limits.FLOPs != dense.Value*1e12 {
		t.Errorf("%d parts are left, and the limit is %g", len(left), e.limits.FLOPs)
	}
	now.Commit = "another"
	if left := e.recall(now, slices.Clone(list)); len(left) != 2 {
		t.Error("the limits of another program are believed")
	}
}

// TestChecksRunSideBySide: all of them are in the result, and what is timed has the machine to itself.
func TestChecksRunSideBySide(t *testing.T) {
	profiles := t.TempDir()
	got, err := runEmulated(t, "check", "-jobs", "3", "-profile", profiles, "-only", "kernel.copy,kernel.clear_words,kernel.narrow,kernel.gather")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"copy", "clear_words", "narrow", "gather"} {
		if _, ok := got.row("check." + name + ".error_of_limit"); !ok {
			t.Errorf("%s is not there: %+v", name, got)
		}
		if st, err := os.Stat(filepath.Join(profiles, "kernel."+name+".pprof")); err != nil || st.Size() == 0 {
			t.Errorf("%s has no profile: %v", name, err)
		}
	}
	if n := (&options{mode: "bench", jobs: 3}).atOnce(); n != 1 {
		t.Errorf("%d benchmarks run at once", n)
	}
}

// TestPhaseWithoutItsTool: a phase that works by another program says what is missing, and where that is from.
func TestPhaseWithoutItsTool(t *testing.T) {
	defer func(folders []string) { toolFolders = folders }(toolFolders)
	dir := t.TempDir()
	t.Setenv("PATH", "")
	toolFolders = []string{filepath.Join(dir, "*")}
	o := options{phase: "profile", machine: "cuda:0"}
	if err := o.hasTool(); err == nil || !strings.Contains(err.Error(), "ncu") {
		t.Errorf("without ncu: %v", err)
	}
	for _, version := range []string{"2024.1", "2025.3"} {
		if err := os.MkdirAll(filepath.Join(dir, version), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, version, "ncu"), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.hasTool(); err != nil || findTool(profilerTool) != filepath.Join(dir, "2025.3", "ncu") {
		t.Errorf("with two: %s (%v)", findTool(profilerTool), err)
	}
	o.machine = emulation
	if err := o.hasTool(); err == nil {
		t.Error("the profiler is to watch a GPU that is none")
	}
}

// TestPartIsWatched: what a part is run under gets its arguments before the program's, and what it writes is read when the part is over.
func TestPartIsWatched(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "ncu")
	table, err := os.ReadFile("testdata/ncu.csv")
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nprintf '%s' '" + string(table) + "' >\"$2\"\nshift 2\nexec \"$@\"\n"
	if err := os.WriteFile(tool, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := part{name: "test.right", limit: time.Minute, under: []string{tool}, watch: func(log string) []string { return []string{"--log-file", log} },
		after: func(log string) ([]report.Row, error) { return readProfile("layer_norm", log) }}
	a := runPart(t.Context(), &env{options: options{mode: "check", machine: emulation, minutes: 1}}, p)
	if len(a.Failures) > 0 {
		t.Fatal(a.Failures)
	}
	if names := fmt.Sprint(a.Rows); !strings.Contains(names, "test.limit") || !strings.Contains(names, "profile.layer_norm.gpu__time_duration.sum") {
		t.Errorf("the rows are %s", names)
	}
}

func TestParseProfile(t *testing.T) {
	f, err := os.Open("testdata/ncu.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	launches, err := parseProfile(f)
	if err != nil || len(launches) != 1 {
		t.Fatalf("%d launches (%v)", len(launches), err)
	}
	want := []profiledValue{{"gpu__time_duration.sum", "nsecond", 12345}, {"sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active", "%", 3.5},
		{"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", "inst", 1.25}}
	if l := launches[0]; l.kernel != "layer_norm_1024" || !slices.Equal(l.values, want) {
		t.Errorf("%+v, want %+v", l, want)
	}
	for name, text := range map[string]string{"nothing": "==PROF== Disconnected\n", "no kernel": "\"a\"\n\"\"\n\"1\"\n", "a short line": "\"Kernel Name\",\"a\"\n\"\",\"\"\n\"k\"\n"} {
		if _, err := parseProfile(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzParseProfile: what a profiler may write is read or refused.
func FuzzParseProfile(f *testing.F) {
	b, err := os.ReadFile("testdata/ncu.csv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		launches, err := parseProfile(bytes.NewReader(b))
		for _, l := range launches {
			for _, v := range l.values {
				if err == nil && !wantedFigure(v.name) {
					t.Errorf("%s was kept", v.name)
				}
			}
		}
	})
}

func TestWarnings(t *testing.T) {
	said := `ptxas info    : 0 bytes gmem
ptxas info    : Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register resources for the wgmma pipeline in the function 'gemm_wgmma_256'
ptxas info    : Function properties for gemm
    8 bytes stack frame, 10 bytes spill stores, 12 bytes spill loads
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
`
	got := warnings(said)
	if len(got.slow) != 1 || !strings.Contains(got.slow[0], "gemm_wgmma_256") || len(got.spilled) != 1 || !strings.HasPrefix(got.spilled[0], "8 bytes") || got.lines != 5 {
		t.Errorf("%+v", got)
	}
}

// TestJIT: what the driver's compiler says of products on wgmma is a failure, and every program is compiled.
func TestJIT(t *testing.T) {
	r, err := runEmulated(t, "phase", "jit")
	if err != nil {
		t.Fatal(err)
	}
	if row, ok := r.row("jit.wgmma_serialised"); !ok || row.Value != 0 {
		t.Errorf("%+v (there: %v)", row, ok)
	}
	t.Setenv("ASTERISM_MOCK_JIT", "ptxas info    : Potential Performance Loss: wgmma.mma_async instructions are serialized due to a call")
	r, err = runEmulated(t, "phase", "jit")
	warned := strings.Join(r.Failures, "\n")
	for name, text := range cuda.PTX() {
		if by := strings.Contains(text, "wgmma.mma_async"); by != strings.Contains(warned, name+": ptxas info") {
			t.Errorf("%s (products of a warpgroup: %v): failures are %q (%v)", name, by, r.Failures, err)
		}
	}
	if err == nil {
		t.Error("a warning is no failure")
	}
}

// TestPlansBudget: all spaces together have room for the batches that the plan makes; with less, each full batch would be halved.
func TestPlansBudget(t *testing.T) {
	if r, err := runEmulated(t, "check", "-only", "budget"); err != nil {
		t.Errorf("%v: %q", err, r.Failures)
	}
}

// checkBudget is a part, since a process asks the driver once.
func checkBudget(ctx context.Context, e *env) (rows []report.Row, err error) {
	l, err := openEmbedParts(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close(ctx)) }()
	plan, err := gpuPlan(e)
	if err != nil {
		return nil, err
	}
	said := fmt.Sprintf("batches of %d tokens", plan.TokenBudget)
	onGPU := 0
	for _, p := range l.gpu.Residency() {
		if p.OnGPU {
			onGPU++
		}
		if p.OnGPU && !strings.Contains(p.Why, said) {
			err = errors.Join(err, fmt.Errorf("%v: %s, want %s", p.Space, p.Why, said))
		}
	}
	if onGPU == 0 {
		err = errors.Join(err, errors.New("no space is on the GPU"))
	}
	return nil, err
}
