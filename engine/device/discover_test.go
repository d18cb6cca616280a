package device

import (
	"runtime"
	"slices"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// The machine under test is unknown, but these properties hold on every machine.
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
		t.Errorf("%d GPUs with note %q: exactly one of the two must be there", len(hw.GPUs), hw.GPUNote)
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

// TestCores: no machine is considered smaller than its number of threads shows.
func TestCores(t *testing.T) {
	for name, c := range map[string]struct{ ofPackage, perCore, threads, want, workers int }{
		"one socket, two threads a core":          {16, 2, 32, 16, 16},
		"one socket, one thread a core":           {8, 1, 8, 8, 8},
		"two sockets":                             {16, 2, 64, 32, 32},
		"a virtual machine of 8 one-core sockets": {1, 1, 8, 8, 8},
		"the same with two threads a core":        {1, 2, 16, 8, 8},
		"bound to a few of many":                  {32, 2, 4, 32, 4},
		"two sockets, bound to one and a half":    {16, 2, 48, 24, 24},
		"an odd number of threads":                {2, 2, 5, 2, 2},
		"nothing is known of threads":             {4, 0, 8, 8, 8},
		"nothing is known of cores":               {0, 1, 8, 0, 8},
		"a count below nothing":                   {-1, 1, 8, 0, 8},
	} {
		got := cores(c.ofPackage, c.perCore, c.threads)
		if got != c.want {
			t.Errorf("%s: %d cores, want %d", name, got, c.want)
		}
		if p := planCPU(CPU{Cores: got, Threads: c.threads}, "a test"); p.Workers != c.workers {
			t.Errorf("%s: %d workers, want %d", name, p.Workers, c.workers)
		}
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
