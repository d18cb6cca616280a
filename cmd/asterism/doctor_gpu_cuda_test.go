//go:build cuda

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoctorOnAMachineWithAGPU runs the doctor with a mock driver: the compact profile does not use the GPU, and the doctor says why.
func TestDoctorOnAMachineWithAGPU(t *testing.T) {
	header, lib := filepath.Join("..", "..", "third_party", "cuda"), filepath.Join(t.TempDir(), "libmockcuda.so")
	out, err := exec.Command("gcc", "-std=gnu11", "-shared", "-fPIC", "-I"+header, filepath.Join(header, "mock", "mock.c"), "-o", lib).CombinedOutput()
	if err != nil {
		t.Fatalf("build the mock driver: %v\n%s", err, out)
	}
	t.Setenv("ASTERISM_CUDA_LIB", lib)
	t.Setenv("ASTERISM_MOCK_DEVICES", "Mock H,143771,9,0,132")
	data := filepath.Join(t.TempDir(), "store")
	said := ok(t, data, "doctor")
	for _, words := range []string{
		"GPU cuda:0: Mock H, 140.4 GiB, compute capability 9.0, 132 multiprocessors, driver for CUDA 12.4",
		"Mock H was found and is not used: the models of the compact profile are small graphs",
	} {
		if !strings.Contains(said, words) {
			t.Errorf("the doctor does not say %q:\n%s", words, said)
		}
	}
	for device, words := range map[string]string{
		"cuda:0":      "a GPU is for the full profile: use auto or cpu",
		"cuda:1":      "found only cuda:0 (Mock H)",
		"onnx-cuda:0": "ONNX Runtime has no provider for it",
		"tpu":         "use auto, cpu, cuda:N or onnx-cuda:N",
	} {
		if out, _, code := run(t, data, "--device", device, "doctor"); code != 2 || !strings.Contains(out, words) {
			t.Errorf("%s: exit code %d, want 2 and words that say %q:\n%s", device, code, words, out)
		}
	}
	if out, _, code := run(t, data, "doctor", "--check-card"); code != 2 || !strings.Contains(out, "the program's kernels do not run on a GPU here") || !strings.Contains(out, "--profile full") {
		t.Errorf("--check-card without one: exit code %d\n%s", code, out)
	}
}
