//go:build linux && amd64

package main

import (
	"fmt"
	"strings"
)

// registers are what CPUID answers with.
type registers struct{ eax, ebx, ecx, edx uint32 }

// leaf is the input of CPUID.
type leaf struct{ function, sub uint32 }

// lack is what a processor does not have, by leaf: the bits that CPUID leaves out there.
type lack map[leaf]registers

// processors that can be put on, from the greatest to the least: each lacks what those before it lack, and more. The names are those of ASTERISM_CPU. The
// bits are those of the Intel SDM, volume 2, CPUID.
var processors = []struct {
	name string
	lack lack
}{
	// An x86 of 2017 (Skylake-SP): AVX-512 F, CD, BW, DQ and VL, and none of what came later.
	{"avx512", lack{
		{7, 0}: {
			ebx: 1 << 21, // AVX512_IFMA
			// VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ
			ecx: 1<<1 | 1<<6 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12 | 1<<14,
			// 4VNNIW, 4FMAPS, VP2INTERSECT, AMX-BF16, AVX512-FP16, AMX-TILE, AMX-INT8
			edx: 1<<2 | 1<<3 | 1<<8 | 1<<22 | 1<<23 | 1<<24 | 1<<25,
		},
		{7, 1}: {
			eax: 1<<4 | 1<<5 | 1<<21 | 1<<23,        // AVX-VNNI, AVX512_BF16, AMX-FP16, AVX-IFMA
			edx: 1<<4 | 1<<5 | 1<<8 | 1<<10 | 1<<19, // AVX-VNNI-INT8, AVX-NE-CONVERT, AMX-COMPLEX, AVX-VNNI-INT16, AVX10
		},
	}},
	// An x86 of 2013 (Haswell).
	{"avx2", lack{{7, 0}: {ebx: 1<<16 | 1<<17 | 1<<28 | 1<<30 | 1<<31}}}, // AVX-512 F, DQ, CD, BW, VL
	// An x86 of 2012 (Ivy Bridge).
	{"avx", lack{
		{1, 0}:          {ecx: 1 << 12},            // FMA
		{7, 0}:          {ebx: 1<<3 | 1<<5 | 1<<8}, // BMI1, AVX2, BMI2
		{0x80000001, 0}: {ecx: 1 << 5},             // LZCNT
	}},
	// An x86 of 2008 (Nehalem).
	{"plain", lack{{1, 0}: {ecx: 1<<28 | 1<<29}}}, // AVX, F16C
}

func names() (all []string) {
	for _, p := range processors {
		all = append(all, p.name)
	}
	return all
}

// processor is all that the named one lacks.
func processor(name string) (lack, error) {
	all := lack{}
	for _, p := range processors {
		for at, r := range p.lack {
			all[at] = all[at].or(r)
		}
		if p.name == name {
			return all, nil
		}
	}
	return nil, fmt.Errorf("there is no processor %q: they are %s", name, strings.Join(names(), ", "))
}

// answer is the lesser processor's result where this one's is r.
func (l lack) answer(at leaf, r registers) registers {
	if at.function != 7 { // of the others that lack something, CPUID does not look at the sub-leaf
		at.sub = 0
	}
	without := l[at]
	return registers{r.eax &^ without.eax, r.ebx &^ without.ebx, r.ecx &^ without.ecx, r.edx &^ without.edx}
}

func (r registers) or(o registers) registers {
	return registers{r.eax | o.eax, r.ebx | o.ebx, r.ecx | o.ecx, r.edx | o.edx}
}
