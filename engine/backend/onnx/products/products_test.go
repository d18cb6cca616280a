package products

import (
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// TestProductsOf: which products a processor gets, and what is said of them.
func TestProductsOf(t *testing.T) {
	avx512 := []cpuid.FeatureID{cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL}
	for _, c := range []struct {
		name, arch string
		has        []cpuid.FeatureID
		forbidden  bool
		saturates  bool
		word       string
	}{
		{"AVX-512 and VNNI", "amd64", append(avx512, cpuid.AVX512VNNI), false, false, "by signed (AVX512-VNNI)"},
		{"AVX2 and VNNI", "amd64", []cpuid.FeatureID{cpuid.AVX2, cpuid.AVXVNNI}, false, false, "by signed (AVX-VNNI)"},
		{"both", "amd64", append(avx512, cpuid.AVX512VNNI, cpuid.AVXVNNI), false, false, "by signed (AVX512-VNNI)"},
		{"AVX-512 alone", "amd64", avx512, false, true, "by unsigned (the processor has no VNNI"},
		{"AVX2 alone", "amd64", []cpuid.FeatureID{cpuid.AVX2}, false, true, "by unsigned (the processor has no VNNI"},
		{"VNNI without short vectors", "amd64", []cpuid.FeatureID{cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512VNNI}, false, true, "by unsigned (the processor has no VNNI"},
		{"nothing known", "amd64", nil, false, true, "by unsigned (the processor has no VNNI"},
		{"not x86", "arm64", []cpuid.FeatureID{cpuid.ASIMDDP}, false, false, "unsigned by signed"},
		{"VNNI forbidden", "amd64", append(avx512, cpuid.AVX512VNNI), true, true, "by unsigned (ASTERISM_CPU forbids VNNI"},
		{"nothing to forbid", "arm64", []cpuid.FeatureID{cpuid.ASIMDDP}, true, false, "unsigned by signed"},
	} {
		got := productsOf(c.arch, func(ids ...cpuid.FeatureID) bool {
			return !slices.ContainsFunc(ids, func(id cpuid.FeatureID) bool { return !slices.Contains(c.has, id) })
		}, !c.forbidden)
		if got.saturates != c.saturates || !strings.Contains(got.words, c.word) {
			t.Errorf("%s: %+v, want saturates %v and words with %q", c.name, got, c.saturates, c.word)
		}
	}
}
