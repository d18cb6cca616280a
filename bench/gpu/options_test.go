package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"asterism/bench/report"
	"asterism/engine/backend/onnx"
	"asterism/engine/device"
	"asterism/kernels/cuda/check"
	"asterism/models"
	"asterism/models/drawn"
)

func TestOptionsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		args string
		says string
	}{
		"no mode":            {"", "want check, bench or list"},
		"another mode":       {"try", `unknown mode "try"`},
		"another machine":    {"check -machine gpu", `"gpu"`},
		"a negative GPU":     {"check -machine cuda:-1", `"cuda:-1"`},
		"no time":            {"bench -minutes 0", "-minutes 0"},
		"fewer than no jobs": {"check -jobs -1", "-jobs -1"},
		"less memory":        {"bench -memory -1", "-memory -1"},
		"a stray argument":   {"check kernel.gemm", `"kernel.gemm"`},
		"list of nothing":    {"list", "want check or bench"},
	} {
		if _, err := readOptions(strings.Fields(c.args), io.Discard); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %s", name, err, c.says)
		}
	}
}

func TestOnly(t *testing.T) {
	for only, want := range map[string]string{
		"kernel.gemm":                 "kernel.gemm",
		"model.E1":                    "model.E1",
		"model.E7,model.E1":           "model.E1,model.E7", // in the program's order
		"model.E7.":                   "model.E7.int8",
		"kernel.attention_64,kernel.": "",
	} {
		o := options{mode: "check", only: strings.Split(only, ",")}
		list, err := chosen(&o)
		if err != nil {
			t.Errorf("-only %s: %v", only, err)
		}
		if got := strings.Join(names(list), ","); want != "" && got != want {
			t.Errorf("-only %s chooses %s, want %s", only, got, want)
		}
		if want == "" && len(list) != len(check.All()) {
			t.Errorf("-only %s chooses %d parts, want all %d kernels", only, len(list), len(check.All()))
		}
	}
	if _, err := chosen(&options{mode: "check", only: []string{"kernel.gem"}}); err == nil || !strings.Contains(err.Error(), "kernel.gemm") {
		t.Errorf("a part that is not there: %v", err)
	}
}

// TestMachineIsChosen: auto takes a GPU before the emulation, and without one keeps no result.
func TestMachineIsChosen(t *testing.T) {
	with := options{machine: automatic, out: "results"}
	if err := with.choose(func() device.Hardware { return device.Hardware{GPUs: []device.GPU{{Name: "Card"}}} }); err != nil || with.machine != "cuda:0" || with.out != "results" || with.small {
		t.Errorf("with a GPU: %+v (%v)", with, err)
	}
	without := options{machine: automatic, out: "results"}
	if err := without.choose(func() device.Hardware { return device.Hardware{GPUNote: "no driver"} }); err != nil || without.machine != emulation || without.out != "" || !without.small {
		t.Errorf("without: %+v (%v)", without, err)
	}
	t.Setenv("PATH", "")
	bare := options{machine: automatic}
	if err := bare.choose(func() device.Hardware { return device.Hardware{GPUNote: "no driver"} }); err == nil || !strings.Contains(err.Error(), "no driver") {
		t.Errorf("without compilers: %v", err)
	}
}

// TestUsefulFLOPs holds the count to the figures that the issue states: 617 MFLOP a token of E1 at 128 tokens, and 536 GFLOP of all spaces together, of which
// E7 is 63 %, with one direction of E5.
func TestUsefulFLOPs(t *testing.T) {
	flops := func(s models.Space, tokens int) float64 {
		t.Helper()
		spec, err := drawn.Describe(s, drawn.Full)
		if err != nil {
			t.Fatal(err)
		}
		return usefulFLOPs(&spec, min(tokens, spec.Positions))
	}
	if perToken := flops(models.Semantic, 128) / 128 / 1e6; perToken < 611 || perToken > 623 {
		t.Errorf("E1 takes %.0f MFLOP a token, want 617", perToken)
	}
	total := 0.0
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		total += flops(s, 128)
	}
	if total/1e9 < 525 || total/1e9 > 550 {
		t.Errorf("all spaces take %.0f GFLOP, want about 536", total/1e9)
	}
	if share := flops(models.Code, 128) / total; share < 0.61 || share > 0.65 {
		t.Errorf("E7 is %.2f of it, want .63", share)
	}
}

func TestLimits(t *testing.T) {
	l := limits{FLOPs: 100, Bytes: 10}
	for name, c := range map[string]struct {
		limits limits
		work   check.Work
		want   float64
	}{
		"bound by arithmetic": {l, check.Work{FLOPs: 200, Bytes: 10}, 2},
		"bound by memory":     {l, check.Work{FLOPs: 200, Bytes: 50}, 5},
		"whole numbers":       {l, check.Work{ByteOps: 400}, 2},
		"an unknown limit":    {limits{FLOPs: 100}, check.Work{FLOPs: 200, Bytes: 1}, 0},
		"one that is not":     {limits{FLOPs: 100}, check.Work{FLOPs: 200}, 2},
	} {
		if got := c.limits.seconds(c.work); got != c.want {
			t.Errorf("%s: %g s, want %g", name, got, c.want)
		}
	}
}

// TestANamedRuntimeIsUsed: the library that the environment names goes before the packed one, and stays named.
func TestANamedRuntimeIsUsed(t *testing.T) {
	t.Setenv(onnx.LibVariable, "mine.so")
	e := &env{options: options{work: t.TempDir()}}
	if lib, err := runtimeLibrary(t.Context(), e); lib != "mine.so" || err != nil {
		t.Errorf("the library is %q, error %v", lib, err)
	}
	if err := provideRuntime(t.Context(), e); err != nil || os.Getenv(onnx.LibVariable) != "mine.so" {
		t.Errorf("the environment names %q, error %v", os.Getenv(onnx.LibVariable), err)
	}
}

// TestNamesOfFiles: a list of parts that is longer than a file's name may be gives a name that is short enough, and another list another one.
func TestNamesOfFiles(t *testing.T) {
	var all []string
	for _, c := range check.All() {
		all = append(all, "kernel."+c.Name)
	}
	long, other := options{only: all}, options{only: append(slices.Clone(all[1:]), all[0])}
	if len(strings.Join(all, "-")) <= 255 {
		t.Fatal("the list is too short to show anything")
	}
	for name, want := range map[string]string{
		(&options{}).fileName("gpu-bench"):                               "gpu-bench.json",
		(&options{only: []string{"kernel.", "all13"}}).fileName("gpu-x"): "gpu-x-kernel-all13.json",
		(&options{only: all, phase: "kernels"}).fileName("gpu-check"):    "gpu-check-kernels.json",
	} {
		if name != want {
			t.Errorf("the file is %s, want %s", name, want)
		}
	}
	name := long.fileName("gpu-check")
	if len(name) > 130 || name == other.fileName("gpu-check") || name != long.fileName("gpu-check") {
		t.Errorf("%s of %d bytes, and %s of the same parts in another order", name, len(name), other.fileName("gpu-check"))
	}
	r := &result{Result: report.NewResult("gpu-check")}
	r.Commit = "c"
	r.Machine.GPU = "Card"
	long.out = t.TempDir()
	if err := r.write(&long, nil); err != nil {
		t.Error(err)
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{"NVIDIA H200": "nvidia-h200", "NVIDIA GeForce RTX 4090 (laptop)": "nvidia-geforce-rtx-4090-laptop"} {
		if got := slug(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestWhatGoalsAreStatedForComesFirst: a run that is ended early has them, and every part is there once.
func TestWhatGoalsAreStatedForComesFirst(t *testing.T) {
	list := names(benchParts(&options{}))
	want := []string{"limits", "kernel.scan_codes", "search", "draw", "model.E1", "peers.E1", "all13", "inject", "search10m"}
	if !slices.Equal(list[:len(want)], want) || list[len(list)-1] != "soak" {
		t.Errorf("the parts are %v, want %v first and the soak last", list, want)
	}
	seen := map[string]int{}
	for _, name := range list {
		seen[name]++
	}
	for _, c := range check.All() {
		if name := "kernel." + c.Name; (c.Work != nil) != (seen[name] == 1) {
			t.Errorf("%s is there %d times", name, seen[name])
		}
	}
	for name := range kernelGoals {
		if seen["kernel."+name] != 1 {
			t.Errorf("there is a goal for the kernel %s, which is there %d times", name, seen["kernel."+name])
		}
	}
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		if seen["model."+s.Code()] != 1 || seen["peers."+s.Code()] != 1 {
			t.Errorf("%v is measured %d times, and beside others %d times", s, seen["model."+s.Code()], seen["peers."+s.Code()])
		}
	}
}
