package cuda

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// emulator runs launches on the CPU: the kernels compiled as C++, in a process of its own (folder emulate).
type emulator struct {
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
}

// compileEmulator builds the process once a test run.
var compileEmulator = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "asterism-emulate")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "emulate")
	out, err := exec.Command("g++", "-std=c++20", "-O2", "-U_FORTIFY_SOURCE", "-Wall", "-Werror", "-DASTERISM_EMULATE", "-x", "c++", "-I.", "emulate/main.cpp", "-o", program).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("compile the emulation: %w\n%s", err, out)
	}
	return program, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if program, err := compileEmulator(); err == nil {
		os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

func startEmulator(t *testing.T) *emulator {
	t.Helper()
	program, err := compileEmulator()
	if err != nil {
		t.Fatal(err)
	}
	cmd, e := exec.Command(program), &emulator{}
	cmd.Stderr = &e.stderr
	if e.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.out = bufio.NewReader(stdout)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.in.Close(); cmd.Wait() })
	return e
}

// memory is what stands in for device memory in a test: buffers by pointer.
type memory map[Pointer][]byte

// put adds a buffer and returns its pointer; equal contents get pointers of their own.
func (m memory) put(data []byte) Pointer {
	p := Pointer(len(m) + 1)
	m[p] = data
	return p
}

func (m memory) floats(v []float32) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return m.put(b)
}

func (m memory) ints(v []int32) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	return m.put(b)
}

func (m memory) bf16s(v []BF16) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return m.put(b)
}

// poison adds a buffer of n bytes that reads as NaN, for outputs.
func (m memory) poison(n int) Pointer { return m.put(bytes.Repeat([]byte{0xff}, n)) }

func (m memory) readBF16s(p Pointer) []float64 {
	var out []float64
	for b := m[p]; len(b) > 0; b = b[2:] {
		out = append(out, float64(BF16(binary.LittleEndian.Uint16(b)).Float()))
	}
	return out
}

func (m memory) readFloats(p Pointer) []float64 {
	var out []float64
	for b := m[p]; len(b) > 0; b = b[4:] {
		out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	}
	return out
}

// run starts a kernel over the buffers of m, which hold what it wrote afterwards.
func (e *emulator) run(t *testing.T, m memory, l Launch) {
	t.Helper()
	var msg []byte
	word := func(v int) { msg = binary.LittleEndian.AppendUint32(msg, uint32(v)) }
	word(len(l.Kernel))
	msg = append(msg, l.Kernel...)
	for _, v := range []int{l.GridX, l.GridY, l.Threads, l.Shared, len(l.Args)} {
		word(v)
	}
	first := map[Pointer]int{}
	var sent []Pointer
	for i, a := range l.Args {
		value := uint64(0)
		switch v := a.(type) {
		case Pointer:
			if at, again := first[v]; again {
				word(2)
				word(at)
				continue
			}
			if v != 0 {
				first[v] = i
				sent = append(sent, v)
				word(1)
				word(len(m[v]))
				msg = append(msg, m[v]...)
				continue
			}
		case int32:
			value = uint64(uint32(v))
		case float32:
			value = uint64(math.Float32bits(v))
		default:
			t.Fatalf("argument %d of %s is a %T", i, l.Kernel, a)
		}
		word(0)
		msg = binary.LittleEndian.AppendUint64(msg, value)
	}
	go e.in.Write(msg)
	for _, p := range sent {
		if _, err := io.ReadFull(e.out, m[p]); err != nil {
			t.Fatalf("run %s: %v: %s", l.Kernel, err, strings.TrimSpace(e.stderr.String()))
		}
	}
}

// relativeError is ‖got − want‖/‖want‖; NaN when a number is.
func relativeError(got, want []float64) float64 {
	if len(got) != len(want) {
		return math.NaN()
	}
	var diff, size float64
	for i := range got {
		diff += (got[i] - want[i]) * (got[i] - want[i])
		size += want[i] * want[i]
	}
	return math.Sqrt(diff / size)
}
