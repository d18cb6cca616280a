package device

import (
	"runtime"
	"slices"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// The machine under test is unknown, but these hold on every machine.
func TestDiscoverHere(t *testing.T) {
	hw := Discover()
	if hw.CPU.Brand == "" {
		t.Error("the processor has no name")
	}
	if hw.CPU.Threads != runtime.GOMAXPROCS(0) {
		t.Errorf("threads = %d, want GOMAXPROCS %d", hw.CPU.Threads, runtime.GOMAXPROCS(0))
	}
	if (runtime.GOOS == "linux" || runtime.GOOS == "darwin") && hw.MemoryBytes < 64<<20 {
		t.Errorf("memory = %d bytes: this test could not run in so little", hw.MemoryBytes)
	}
	if (len(hw.GPUs) == 0) != (hw.GPUNote != "") {
		t.Errorf("%d cards with note %q: exactly one of the two must be there", len(hw.GPUs), hw.GPUNote)
	}
	if _, err := MakePlan(hw, WantAuto); err != nil {
		t.Errorf("plan for this machine: %v", err)
	}
}

func TestThreadsFollowGOMAXPROCS(t *testing.T) {
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	if got := discoverCPU().Threads; got != 1 {
		t.Errorf("threads = %d although GOMAXPROCS is 1", got)
	}
}

func TestUsableFeatures(t *testing.T) {
	has := func(id cpuid.FeatureID) bool { return id == cpuid.AVX512VNNI || id == cpuid.AVX2 || id == cpuid.AESNI }
	if got, want := usableFeatures(has), []string{"avx2", "vnni"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := usableFeatures(func(cpuid.FeatureID) bool { return false }); len(got) != 0 {
		t.Errorf("got %v from a processor without any", got)
	}
}
