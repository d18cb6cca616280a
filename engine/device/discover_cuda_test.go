//go:build cuda

package device

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The loader opens one driver per process, so every case below runs in a separate process: this test binary,
// started again with childTask naming the task and the environment naming the driver to find.
const childTask = "ASTERISM_DEVICE_TEST_TASK"

func TestMain(m *testing.M) {
	switch os.Getenv(childTask) {
	case "":
		os.Exit(m.Run())
	case "discover":
		answer(Discover())
	case "launch":
		answer(launchScale())
	}
}

// answer sends the parent its result as JSON on standard output.
func answer(value any) {
	if err := json.NewEncoder(os.Stdout).Encode(value); err != nil {
		panic(err)
	}
}

// runChild runs task in a separate process with env added and decodes its answer.
func runChild[T any](t *testing.T, task string, env ...string) T {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, childTask+"="+task)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run %s: %v\n%s%s", task, err, out, stderr.Bytes())
	}
	var value T
	if err := json.Unmarshal(out, &value); err != nil {
		t.Fatalf("read answer of %s: %v\n%s", task, err, out)
	}
	return value
}

// buildMock compiles the mock driver; cgo needs the same compiler, so it is present if this test is.
func buildMock(t *testing.T) string {
	t.Helper()
	cuda := filepath.Join("..", "..", "third_party", "cuda")
	lib := filepath.Join(t.TempDir(), "libmockcuda.so")
	out, err := exec.Command("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
		"-I"+cuda, filepath.Join(cuda, "mock", "mock.c"), "-o", lib).CombinedOutput()
	if err != nil {
		t.Fatalf("build the mock driver: %v\n%s", err, out)
	}
	return lib
}

func TestDiscoverCUDA(t *testing.T) {
	mock := buildMock(t)
	tests := []struct {
		name string
		env  []string
		gpus []GPU
		note string // must be in the note
	}{
		{"no driver", []string{"ASTERISM_CUDA_LIB=/nonexistent/libcuda.so.1"}, nil, "no CUDA driver"},
		{"a driver that does not start", []string{"ASTERISM_CUDA_LIB=" + mock, "ASTERISM_MOCK_INIT=803"}, nil,
			"(12.4) is here but offers no GPU: SystemDriverMismatch"},
		{"a driver without a GPU", []string{"ASTERISM_CUDA_LIB=" + mock, "ASTERISM_MOCK_DEVICES="}, nil, "counts no GPU"},
		{"two GPUs", []string{"ASTERISM_CUDA_LIB=" + mock, "ASTERISM_MOCK_DEVICES=Mock H,143771,9,0,132;Mock A,40960,8,6,84"},
			[]GPU{
				{Index: 0, Name: "Mock H", MemoryBytes: 143771 << 20, Compute: "9.0", SMs: 132, Driver: "12.4"},
				{Index: 1, Name: "Mock A", MemoryBytes: 40960 << 20, Compute: "8.6", SMs: 84, Driver: "12.4"},
			}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hw := runChild[Hardware](t, "discover", tt.env...)
			if !reflect.DeepEqual(hw.GPUs, tt.gpus) {
				t.Errorf("GPUs: got %+v, want %+v", hw.GPUs, tt.gpus)
			}
			if !strings.Contains(hw.GPUNote, tt.note) || (tt.note == "") != (hw.GPUNote == "") {
				t.Errorf("note %q does not say %q", hw.GPUNote, tt.note)
			}
		})
	}
}

// If this binary exported a symbol of the driver, ONNX Runtime's own CUDA provider would bind it instead of the
// real driver's. (That the loader itself hides its symbols, whatever the linker does, is checked where it is
// built.)
func TestBinaryExportsNoDriver(t *testing.T) {
	binary, err := elf.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer binary.Close()
	symbols, err := binary.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		t.Fatal(err)
	}
	for _, symbol := range symbols {
		if strings.HasPrefix(symbol.Name, "cu") && symbol.Section != elf.SHN_UNDEF {
			t.Errorf("the binary exports %s", symbol.Name)
		}
	}
}
