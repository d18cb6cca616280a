package device

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"
)

// Discover inspects the machine. It takes microseconds without a CUDA driver and up to a second with one (the
// driver wakes the GPU), so a server that must answer at once calls it concurrently with its handshake.
// Unknown values stay zero or become a note; there is no error.
func Discover() Hardware {
	hw := Hardware{CPU: discoverCPU(), MemoryBytes: memoryBytes()}
	hw.GPUs, hw.GPUNote = discoverGPUs()
	return hw
}

// discoverCPU queries the processor. GOMAXPROCS, not the number of processors, is what this process may
// use: Go sets it from affinity and from the container's quota, and an operator may have lowered it.
func discoverCPU() CPU {
	found := cpuid.CPU
	brand := found.BrandName
	if brand == "" {
		brand = runtime.GOARCH
	}
	return CPU{
		Brand:    brand,
		Cores:    cores(found.PhysicalCores, found.ThreadsPerCore, runtime.NumCPU()),
		Threads:  runtime.GOMAXPROCS(0),
		Features: usableFeatures(found.Has),
		CacheL2:  max(found.Cache.L2, 0),
		CacheL3:  max(found.Cache.L3, 0),
	}
}

// cores estimates the number of a machine's cores. The processor counts only those of its own package. If there are several packages, as in virtual
// machines with a package for every core, this shows in the number of threads that this process may use, threadsPerCore of them to a core. Affinity
// can hide other packages, and then this process cannot use them either. 0, unknown, stays 0: how many threads share a core is then not known.
func cores(ofPackage, threadsPerCore, threads int) int {
	if ofPackage <= 0 {
		return 0
	}
	return max(ofPackage, threads/max(threadsPerCore, 1))
}

// features are the instruction sets that decide which kernel runs and how fast a quantised model is,
// weakest first; the names are the commonly used ones.
var features = []struct {
	name string
	id   cpuid.FeatureID
}{
	{"sse4.2", cpuid.SSE42},
	{"avx2", cpuid.AVX2},
	{"fma", cpuid.FMA3},
	{"avx512f", cpuid.AVX512F},
	{"avx512bw", cpuid.AVX512BW},
	{"vnni", cpuid.AVX512VNNI},
	{"avxvnni", cpuid.AVXVNNI},
	{"vpopcntdq", cpuid.AVX512VPOPCNTDQ},
	{"bf16", cpuid.AVX512BF16},
	{"fp16", cpuid.AVX512FP16},
	{"amx-int8", cpuid.AMXINT8},
	{"amx-bf16", cpuid.AMXBF16},
	{"neon", cpuid.ASIMD},
	{"dotprod", cpuid.ASIMDDP},
	{"sve", cpuid.SVE},
}

// usableFeatures returns the names of those for which has returns true, in the table's order.
func usableFeatures(has func(cpuid.FeatureID) bool) []string {
	var names []string
	for _, f := range features {
		if has(f.id) {
			names = append(names, f.name)
		}
	}
	return names
}
