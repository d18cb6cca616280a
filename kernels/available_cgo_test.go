//go:build cgo && (amd64 || arm64)

package kernels

import (
	"slices"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// TestAvailableX86: a processor has a variant only with all instruction sets of it and of those before it.
func TestAvailableX86(t *testing.T) {
	upTo := func(n int) (ids []cpuid.FeatureID) {
		for _, l := range levels[:n] {
			ids = append(ids, l.needs...)
		}
		return ids
	}
	for _, c := range []struct {
		name string
		has  []cpuid.FeatureID
		want []variant
	}{
		{"nothing", nil, []variant{plain}},
		{"SSE4 without AVX", []cpuid.FeatureID{cpuid.SSE4, cpuid.SSSE3, cpuid.POPCNT}, []variant{plain}},
		{"AVX", upTo(1), []variant{plain, avx}},
		{"AVX2", upTo(2), []variant{plain, avx, avx2}},
		{"AVX-512 of the first kind", append(upTo(2), cpuid.AVX512F), []variant{plain, avx, avx2}},
		{"AVX-512", upTo(3), []variant{plain, avx, avx2, avx512}},
		{"VNNI", upTo(4), []variant{plain, avx, avx2, avx512, avx512vnni}},
		{"VNNI alone", []cpuid.FeatureID{cpuid.AVX512VNNI}, []variant{plain}},
	} {
		has := func(ids ...cpuid.FeatureID) bool {
			return !slices.ContainsFunc(ids, func(id cpuid.FeatureID) bool { return !slices.Contains(c.has, id) })
		}
		got := availableX86(has)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		name, missing := nextX86(has)
		if i := len(c.want) - 1; (i < len(levels)) != (name != "") || name != "" && (name != levels[i].variant.String() || len(missing) == 0) {
			t.Errorf("%s: next is %q, for want of %v", c.name, name, missing)
		}
	}
}
