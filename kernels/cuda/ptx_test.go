package cuda_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	. "asterism/kernels/cuda"
)

// TestPTXIsOfTheseSources: who changes a kernel runs make ptx. (make check-ptx compiles again and compares every byte.)
func TestPTXIsOfTheseSources(t *testing.T) {
	prelude := source(t, "prelude.cuh")
	kernels, err := filepath.Glob("*.cu")
	if err != nil {
		t.Fatal(err)
	}
	programs := PTX()
	for _, file := range kernels {
		if file == "all.cu" {
			continue
		}
		sum := sha256.Sum256(append(slices.Clone(prelude), source(t, file)...))
		head, _, _ := strings.Cut(programs[strings.TrimSuffix(file, ".cu")], "\n")
		if !strings.HasSuffix(head, hex.EncodeToString(sum[:])) {
			t.Errorf("the PTX of %s is not of this source: run make ptx", file)
		}
	}
	if len(programs) != len(kernels)-1 {
		t.Errorf("%d programs, %d kernel files", len(programs), len(kernels)-1)
	}
}

func source(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var (
	entry     = regexp.MustCompile(`(?s)\.visible \.entry (\w+)\((.*?)\)`)
	parameter = regexp.MustCompile(`\.param \.([a-z]+\d+)`)
)

// entries are the kernels of all programs with the types of their parameters.
func entries(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for name, text := range PTX() {
		if strings.Contains(text, ".local") {
			t.Errorf("%s keeps registers in local memory", name)
		}
		for _, e := range entry.FindAllStringSubmatch(text, -1) {
			out[e[1]] = []string{}
			for _, p := range parameter.FindAllStringSubmatch(e[2], -1) {
				out[e[1]] = append(out[e[1]], p[1])
			}
		}
	}
	return out
}

// TestLaunchesFitTheirKernels holds what the Go side sends to what the PTX takes, for every kernel there is.
func TestLaunchesFitTheirKernels(t *testing.T) {
	kernels, described := entries(t), map[string]bool{}
	for _, l := range everyLaunch(t) {
		described[l.Kernel] = true
		var sent []string
		for _, a := range l.Args {
			sent = append(sent, map[string]string{"cuda.Pointer": "u64", "int32": "u32", "float32": "f32"}[typeOf(a)])
		}
		if !slices.Equal(sent, kernels[l.Kernel]) {
			t.Errorf("%s is sent %v and takes %v", l.Kernel, sent, kernels[l.Kernel])
		}
		if l.Threads > 1024 || l.Threads%32 != 0 || l.Shared > 48<<10 || l.GridX < 1 || l.GridY < 1 || l.GridY > 65535 {
			t.Errorf("%s: no card starts %d × %d blocks of %d threads with %d bytes", l.Kernel, l.GridX, l.GridY, l.Threads, l.Shared)
		}
	}
	for name := range kernels {
		if !described[name] {
			t.Errorf("no Go function describes a launch of %s", name)
		}
	}
}

func typeOf(a Arg) string {
	switch a.(type) {
	case Pointer:
		return "cuda.Pointer"
	case int32:
		return "int32"
	case float32:
		return "float32"
	}
	return "unknown"
}

// everyLaunch describes one launch of each kernel.
func everyLaunch(t *testing.T) []Launch {
	t.Helper()
	all := []Launch{Rotary(1, 1, 1, 1, 5, 64, 1, 64), Pool(1, 1, 1, 3, 384)}
	for _, w := range NormWidths {
		all = append(all, LayerNorm(1, 1, 0, 1, 1, 9, w, 1), EmbedLayerNorm(1, 1, 1, 1, 0, 0, 1, 1, 9, w, 1), RMSNorm(1, 0, 1, 0, 1, 9, w, 1))
	}
	add := func(l Launch, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	for _, f := range []Activation{Plain, GELU, GELUTanh, QuickGELU, SwiGLU} {
		add(GEMM(f, 1, 1, 1, 0, 0, 300, 30522, 1024))
	}
	add(GEMMTerms(1, 1, 1, 1, 1, 300, 30522, 768))
	for _, w := range []int{32, 64, 128} {
		add(Attention{Heads: 4, Group: 1, Width: w}.Launch(1, 1, 1, 2))
	}
	return all
}
