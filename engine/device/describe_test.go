package device

import (
	"slices"
	"testing"
)

func TestDescribe(t *testing.T) {
	hw := Hardware{
		CPU:         CPU{Brand: "Test CPU", Cores: 4, Threads: 8, Features: []string{"avx2", "vnni"}, CacheL2: 2 << 20},
		MemoryBytes: 24 << 30,
		GPUs:        []GPU{gpu(0, "Card A")},
	}
	want := []string{
		"CPU: Test CPU, 8 threads usable on 4 cores, L2 2 MiB a core; avx2 vnni",
		"Memory: 24 GiB",
		"GPU cuda:0: Card A, 80 GiB, compute capability 9.0, 132 multiprocessors, driver for CUDA 12.4",
	}
	if got := hw.Describe(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestDescribeUnknown(t *testing.T) {
	hw := Hardware{CPU: CPU{Brand: "riscv64", Threads: 1}, GPUNote: "no driver"}
	want := []string{"CPU: riscv64, 1 threads usable", "Memory: size unknown on this system", "GPU: no driver"}
	if got := hw.Describe(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestSizeWords(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "0 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 48 << 10: "48 KiB",
		1<<30 - 1: "1024 MiB", 1 << 40: "1 TiB", 5000 << 40: "5000 TiB",
	} {
		if got := sizeWords(bytes); got != want {
			t.Errorf("sizeWords(%d) = %q, want %q", bytes, got, want)
		}
	}
}
