package cuda_test

import (
	"encoding/binary"
	"math"
	"os"
	"strings"
	"testing"

	. "asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

func TestMain(m *testing.M) {
	code := m.Run()
	emulate.Remove()
	os.Exit(code)
}

// emulator is an emulated card with the numbers of a test.
type emulator struct {
	*testing.T
	card *emulate.Card
	size map[Pointer]int
}

func startEmulator(t *testing.T) *emulator {
	t.Helper()
	c, err := emulate.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &emulator{t, c, map[Pointer]int{}}
}

func (e *emulator) put(data []byte) Pointer {
	e.Helper()
	p := e.poison(len(data))
	if err := e.card.Upload(p, data); err != nil {
		e.Fatal(err)
	}
	return p
}

// poison adds a buffer of n bytes that reads as NaN, for outputs.
func (e *emulator) poison(n int) Pointer {
	e.Helper()
	p, err := e.card.Alloc(n)
	if err != nil {
		e.Fatal(err)
	}
	e.size[p] = n
	return p
}

func (e *emulator) floats(v []float32) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return e.put(b)
}

func (e *emulator) ints(v []int32) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	return e.put(b)
}

func (e *emulator) bf16s(v []BF16) Pointer {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return e.put(b)
}

func (e *emulator) read(p Pointer) []byte {
	e.Helper()
	b := make([]byte, e.size[p])
	if err := e.card.Download(b, p); err != nil {
		e.Fatal(err)
	}
	return b
}

func (e *emulator) readBF16s(p Pointer) (out []float64) {
	for b := e.read(p); len(b) > 0; b = b[2:] {
		out = append(out, float64(BF16(binary.LittleEndian.Uint16(b)).Float()))
	}
	return out
}

func (e *emulator) readFloats(p Pointer) (out []float64) {
	for b := e.read(p); len(b) > 0; b = b[4:] {
		out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	}
	return out
}

func (e *emulator) run(l Launch) {
	e.Helper()
	if err := e.card.Launch(l); err != nil {
		e.Fatal(err)
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

// TestFaultsAreFound: the emulation would be worth little if it let a kernel write where it must not.
func TestFaultsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		rows int // the kernel is told; the buffers hold two
		says string
	}{"within": {2, ""}, "one row too many": {3, "outside of a buffer"}} {
		e := startEmulator(t)
		out, x, scale := e.poison(2*2*384), e.put(make([]byte, 2*3*384)), e.put(make([]byte, 4*384))
		err := e.card.Launch(LayerNorm(out, x, 0, scale, scale, c.rows, 384, 1))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
		if again := e.card.Wait(); (again == nil) != (err == nil) {
			t.Errorf("%s: afterwards the card says %v", name, again)
		}
	}
}
