//go:build cgo && (amd64 || arm64)

package kernels

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"
)

// available lists the variants of this machine, best last.
func available() []variant {
	have := []variant{generic}
	if runtime.GOARCH == "arm64" {
		return append(have, neon) // part of every arm64 processor
	}
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.FMA3, cpuid.POPCNT) {
		have = append(have, avx2)
		if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512DQ) {
			have = append(have, avx512)
		}
	}
	return have
}

// hamming512 reports whether a machine with AVX-512 also counts bits in vectors (VPOPCNTDQ, Ice Lake and later).
var hamming512 = cpuid.CPU.Supports(cpuid.AVX512VPOPCNTDQ)
