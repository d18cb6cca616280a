package cuda_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	. "asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// TestPTXIsOfTheseSources: who changes a kernel runs make ptx. (make check-ptx compiles again and compares every byte.)
func TestPTXIsOfTheseSources(t *testing.T) {
	kernels, err := filepath.Glob("*.cu")
	if err != nil {
		t.Fatal(err)
	}
	programs := PTX()
	for _, file := range kernels {
		if file == "all.cu" {
			continue
		}
		sum := sha256.New()
		for _, name := range sources(t, file, nil) {
			sum.Write(source(t, name))
		}
		head, _, _ := strings.Cut(programs[strings.TrimSuffix(file, ".cu")], "\n")
		if !strings.HasSuffix(head, hex.EncodeToString(sum.Sum(nil))) {
			t.Errorf("the PTX of %s is not of this source: run make ptx", file)
		}
	}
	if len(programs) != len(kernels)-1 {
		t.Errorf("%d programs, %d kernel files", len(programs), len(kernels)-1)
	}
}

var header = regexp.MustCompile(`(?m)^#include "(.*\.cuh)"`)

// sources are a file and the headers that it includes, those of these before them: the order of make-ptx.sh.
func sources(t *testing.T, file string, before []string) []string {
	t.Helper()
	for _, m := range header.FindAllStringSubmatch(string(source(t, file)), -1) {
		if !slices.Contains(before, m[1]) {
			before = sources(t, m[1], before)
		}
	}
	return append(before, file)
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

// TestRegistersHaveFreeNames: a name that our own assembly gives a register must be none of an instruction's, which PTX reserves (PTX ISA, identifiers and keywords).
// No compiler here would say so: the driver's would.
func TestRegistersHaveFreeNames(t *testing.T) {
	reserved := strings.Fields(`abs add addc alloca and atom bar barrier bfe bfi bfind bmsk bra brev brkpt brx call clz cnot copysign cos cp createpolicy
		cvt cvta discard div dp2a dp4a elect ex2 exit fence fma fns getctarank griddepcontrol isspacep istypep ld ldmatrix ldu lg2 lop3 mad mad24 madc mapa
		match max mbarrier membar min mma mov movmatrix mul mul24 multimem nanosleep neg not or pmevent popc prefetch prefetchu prmt rcp red redux rem ret
		rsqrt sad selp set setmaxnreg setp shf shfl shl shr sin slct sqrt st stackrestore stacksave stmatrix sub subc suld suq sured sust szext tanh tensormap
		testp tex tld4 trap txq vote wgmma wmma xor`)
	named := regexp.MustCompile(`\.reg \.\w+ \s*([a-zA-Z_]\w*)`)
	found := 0
	for name, text := range PTX() {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			if slices.Contains(reserved, m[1]) {
				t.Errorf("%s has a register called %s", name, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no register has a name of ours; the test looks at nothing")
	}
}

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
		if l.Threads > 1024 || l.Threads%32 != 0 || l.Shared > mostShared(l.Kernel) || l.GridX < 1 || l.GridY < 1 || l.GridY > 65535 {
			t.Errorf("%s: no GPU starts %d × %d blocks of %d threads with %d bytes", l.Kernel, l.GridX, l.GridY, l.Threads, l.Shared)
		}
	}
	for name := range kernels {
		if !described[name] {
			t.Errorf("no Go function describes a launch of %s", name)
		}
	}
}

// hopperKernels are those compiled for sm_90a.
var hopperKernels = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, text := range PTX() {
		for _, e := range entry.FindAllStringSubmatch(text, -1) {
			out[e[1]] = strings.Contains(text, ".target sm_90a")
		}
	}
	return out
})

// mostShared is what a block may ask for on every GPU that a kernel is for: 227 KiB where it is compiled for sm_90a, else what an sm_86 gives.
func mostShared(kernel string) int {
	if hopperKernels()[kernel] {
		return 227 << 10
	}
	return 99 << 10
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

// everyLaunch is what the checks launch at their small shapes.
func everyLaunch(t *testing.T) []Launch {
	t.Helper()
	r := &recorder{}
	for _, c := range check.All() {
		for _, s := range c.Shapes {
			if s.Small {
				// What is not computed is wrong, which is not asked here.
				_, _ = c.On(r, s, 1)
			}
		}
	}
	return r.launches
}

// described is a device that has no more than a description.
type described struct{ Device }

func (described) Info() Info { return Info{Major: 9, SMs: 132, SharedPerBlock: 227 << 10} }

// recorder is a machine that computes nothing and records its launches.
type recorder struct {
	Machine
	launches []Launch
	last     Pointer
}

func (r *recorder) Device() Device { return described{} }
func (r *recorder) Alloc(n int) (Pointer, error) {
	r.last += Pointer(n+255) &^ 255
	return r.last, nil
}
func (r *recorder) Free(Pointer) error             { return nil }
func (r *recorder) Upload(Pointer, []byte) error   { return nil }
func (r *recorder) Download([]byte, Pointer) error { return nil }
func (r *recorder) Wait() error                    { return nil }
func (r *recorder) Launch(l Launch) error {
	r.launches = append(r.launches, l)
	return nil
}
