package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/kernels"
)

func TestDoctorsWordsOnTheProcessor(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{kernelWords("avx2", []string{"plain", "avx", "avx2"}, false), "avx2 (the best of plain, avx, avx2)"},
		{kernelWords("avx", []string{"plain", "avx", "avx2"}, true), "avx (as ASTERISM_CPU asks, of plain, avx, avx2)"},
		{kernelWords("plain", []string{"plain"}, false), "plain (the only ones here)"},
		{strings.Join(missingWords("avx512", []string{"AVX512F", "AVX512BW"}), ""), "faster kernels (avx512) need AVX512F, AVX512BW, which"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%q does not say %q", c.got, c.want)
		}
	}
	if words := missingWords("", nil); words != nil {
		t.Errorf("the best processor lacks %q", words)
	}
}

// TestForcedProcessor: a lesser variant is used on request and reported. An unavailable one is an error that lists the available ones.
func TestForcedProcessor(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	t.Setenv(kernels.EnvCPU, "plain")
	if said := ok(t, data, "doctor"); !strings.Contains(said, "plain (as ASTERISM_CPU asks") {
		t.Errorf("the doctor does not tell of what was asked:\n%s", said)
	}
	ok(t, data, "remember", "the night train stops at the border", "--why", "timetable")
	if found := ok(t, data, "search", "where does the night train stop?"); !strings.Contains(found, "border") {
		t.Errorf("nothing found with plain kernels:\n%s", found)
	}
	t.Setenv(kernels.EnvCPU, "z80")
	_, said, code := run(t, data, "search", "where does the night train stop?")
	if code == 0 {
		t.Error("an unknown processor was taken")
	}
	for _, name := range kernels.Variants() {
		if !strings.Contains(said, name) || !strings.Contains(said, `ASTERISM_CPU="z80" is unknown`) {
			t.Errorf("the error does not name %s: %s", name, said)
		}
	}
	if !slices.Contains(kernels.Variants(), "plain") {
		t.Error("plain kernels cannot be had")
	}
}
