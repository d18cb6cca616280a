//go:build cgo && (amd64 || arm64)

package kernels

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"
)

// available lists the variants of this machine, best last.
func available() []variant {
	if runtime.GOARCH == "arm64" {
		return []variant{plain, neon} // part of every arm64 processor
	}
	return availableX86(cpuid.CPU.Supports)
}

// levels are the variants of x86 and what each needs in addition to the one before it.
var levels = []struct {
	variant variant
	needs   []cpuid.FeatureID
}{
	{avx, []cpuid.FeatureID{cpuid.AVX, cpuid.SSE4, cpuid.SSSE3, cpuid.POPCNT}},
	{avx2, []cpuid.FeatureID{cpuid.AVX2}},
	{avx512, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512DQ}},
	{avx512vnni, []cpuid.FeatureID{cpuid.AVX512VNNI}},
}

// availableX86 lists the variants of a processor: has reports whether it, and the system, have all of some instruction sets.
func availableX86(has func(...cpuid.FeatureID) bool) []variant {
	have := []variant{plain}
	for _, l := range levels {
		if !has(l.needs...) {
			break
		}
		have = append(have, l.variant)
	}
	return have
}

// Next returns the variant above the best that this processor can execute, and the instruction sets that are missing for it; "" if
// there is none above. Only x86 has several.
func Next() (name string, missing []string) {
	if runtime.GOARCH == "arm64" {
		return "", nil
	}
	return nextX86(cpuid.CPU.Supports)
}

func nextX86(has func(...cpuid.FeatureID) bool) (name string, missing []string) {
	for _, l := range levels {
		for _, id := range l.needs {
			if !has(id) {
				missing = append(missing, id.String())
			}
		}
		if missing != nil {
			return l.variant.String(), missing
		}
	}
	return "", nil
}
