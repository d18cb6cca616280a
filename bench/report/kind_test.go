package report

import (
	"os"
	"path/filepath"
	"testing"
)

func TestKind(t *testing.T) {
	for _, c := range []struct {
		m    Machine
		want string
	}{
		{Machine{CPU: "AMD EPYC", Kernels: "avx2", Cores: 2}, "amd-epyc-avx2-2-cores"},
		{Machine{CPU: "AMD EPYC", Cores: 2}, "amd-epyc-2-cores"},
		{Machine{CPU: "Intel(R) Xeon(R) Processor", Kernels: "avx512-vnni", Cores: 2}, "intel-xeon-avx512-vnni-2-cores"},
		{Machine{CPU: "Intel(R) Core(TM) i7-4770 CPU @ 3.40GHz", Kernels: "avx2", Cores: 8}, "intel-core-i7-4770-avx2-8-cores"},
		{Machine{CPU: "arm64", Kernels: "neon", Cores: 72}, "arm64-neon-72-cores"},
		{Machine{CPU: "../../etc", Kernels: "plain", Cores: 1}, "etc-plain-1-cores"},
	} {
		if got := c.m.Kind(); got != c.want {
			t.Errorf("%q is %s, want %s", c.m.CPU, got, c.want)
		}
	}
}

// TestFolderFor: a machine writes over figures of its own kind alone.
func TestFolderFor(t *testing.T) {
	dir := t.TempDir()
	result := func(cpu, kernels string, cores int) *Result {
		return &Result{Head: Head{Name: "bench", Commit: "c"}, Machine: Machine{CPU: cpu, Kernels: kernels, Cores: cores}}
	}
	look := func(r *Result, want string) {
		t.Helper()
		if got, err := FolderFor(dir, r); err != nil || got != want {
			t.Errorf("%s goes to %s, want %s: %v", r.Machine.Kind(), got, want, err)
		}
	}
	look(result("AMD EPYC", "avx2", 2), dir) // nothing is there
	if err := Write(dir, result("Intel(R) Xeon(R) Processor", "", 2)); err != nil {
		t.Fatal(err)
	}
	look(result("Intel(R) Xeon(R) Processor", "avx512-vnni", 2), dir)
	look(result("Intel(R) Xeon(R) Processor @ 2.80GHz", "avx512-vnni", 2), filepath.Join(dir, "intel-xeon-avx512-vnni-2-cores"))
	look(result("Intel(R) Xeon(R) Processor", "avx512-vnni", 4), filepath.Join(dir, "intel-xeon-avx512-vnni-4-cores"))
	look(result("AMD EPYC", "avx2", 2), filepath.Join(dir, "amd-epyc-avx2-2-cores"))
	if err := Write(dir, result("AMD EPYC", "avx512-vnni", 2)); err != nil {
		t.Fatal(err)
	}
	look(result("AMD EPYC", "avx2", 2), filepath.Join(dir, "amd-epyc-avx2-2-cores"))
	if err := os.WriteFile(filepath.Join(dir, "bench.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := FolderFor(dir, result("AMD EPYC", "avx2", 2)); err == nil {
		t.Error("a broken file was taken for one")
	}
}
