package main

import (
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/search/gpu"
	"asterism/models"
)

// TestDoctorTellsOfTheIndex: where searches run, what stays on the processor and why, and a GPU that was given up.
func TestDoctorTellsOfTheIndex(t *testing.T) {
	places := []gpu.SpaceState{
		{Space: models.LateInteraction, Bytes: 9 << 30, Reason: "the GPU has 12.0 GiB for the index, and it would take 9.0 GiB"},
		{Space: models.Code, OnGPU: true, Bytes: 1 << 30}, {Space: models.Semantic, OnGPU: true, Bytes: 1 << 30},
	}
	for name, c := range map[string]struct {
		status engine.Status
		ok     bool
		words  string
	}{
		"no GPU": {engine.Status{OnGPU: gpu.State{Reason: "no GPU was found"}}, true, "the processor searches alone: no GPU was found"},
		"a GPU": {engine.Status{OnGPU: gpu.State{GPU: "Mock H", Memories: 204800, OnGPU: 204800, Bytes: 8 << 30, Limit: 12 << 30, Spaces: places}}, true,
			"Mock H holds 204800 of 204800 memories of full chunks in 8.0 GiB of at most 12.0 GiB\n" +
				"E12 late_interaction is compared by the processor: the GPU has 12.0 GiB for the index, and it would take 9.0 GiB\n" +
				"compared there: codes, times and words of all, and the values of E7 E1"},
		"not yet":  {engine.Status{OnGPU: gpu.State{GPU: "Mock H", Reason: "it is being compared with the processor"}}, true, "Mock H: the processor searches alone: it is being compared with the processor"},
		"given up": {engine.Status{OffGPU: true, OnGPU: gpu.State{GPU: "Mock H", Reason: "the GPU is lost"}}, false, "Mock H: the processor searches alone: the GPU is lost"},
	} {
		f := indexFinding(&c.status)
		if got := strings.Join(f.Words, "\n"); got != c.words || f.OK != c.ok || (f.WayOut == "") != c.ok {
			t.Errorf("%s: ok %v, way out %q, words\n%s\nwant\n%s", name, f.OK, f.WayOut, got, c.words)
		}
	}
}

// TestIndexDeviceFlag: the engine gets the flag and the variable, and an impossible value is refused by name.
func TestIndexDeviceFlag(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	for words, args := range map[string][]string{
		"ONNX Runtime does not search": {"--index-device", "onnx-cuda:0"},
		`"tpu"`:                        {"--index-device", "tpu"},
		"found only":                   {"--index-device", "cuda:99"},
	} {
		if out, errs, code := run(t, data, append(args, "remember", "beans", "--why", "soup")...); code == 0 || !strings.Contains(out+errs, words) && !strings.Contains(out+errs, "no GPU was found") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, out, errs)
		}
	}
	t.Setenv("ASTERISM_INDEX_DEVICE", "onnx-cuda:3")
	if out, errs, code := run(t, data, "remember", "beans", "--why", "soup"); code == 0 || !strings.Contains(out+errs, "onnx-cuda:3") {
		t.Errorf("the variable is not read: exit code %d\n%s%s", code, out, errs)
	}
	if said := ok(t, data, "--index-device", "cpu", "doctor"); !strings.Contains(said, "the processor searches alone: the CPU was asked for") {
		t.Errorf("the doctor says:\n%s", said)
	}
}
