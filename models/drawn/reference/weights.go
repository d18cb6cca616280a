package reference

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// weights finds tensors in the safetensors files of a folder.
type weights struct {
	files   []*os.File
	tensors map[string]entry
}

// entry is where a tensor is.
type entry struct {
	file  *os.File
	at    int64 // of the first value, from the beginning of the file
	dtype string
	shape []int
}

// openWeights opens every file of the folder whose name ends with .safetensors; that includes shards.
func openWeights(dir string) (*weights, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.safetensors"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("open weights: %s holds no .safetensors file", dir)
	}
	w := &weights{tensors: map[string]entry{}}
	for _, p := range paths {
		if err := w.add(p); err != nil {
			w.close()
			return nil, fmt.Errorf("open weights %s: %w", p, err)
		}
	}
	return w, nil
}

func (w *weights) add(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	w.files = append(w.files, f)
	var length uint64
	if err := binary.Read(f, binary.LittleEndian, &length); err != nil {
		return err
	}
	if length > 100<<20 {
		return fmt.Errorf("the header has %d bytes", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(f, text); err != nil {
		return err
	}
	var header map[string]struct {
		DType   string   `json:"dtype"`
		Shape   []int    `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(text, &header); err != nil {
		return err
	}
	for name, t := range header {
		if name != "__metadata__" {
			w.tensors[name] = entry{f, 8 + int64(length) + t.Offsets[0], t.DType, t.Shape}
		}
	}
	return nil
}

func (w *weights) close() error {
	var errs []error
	for _, f := range w.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// matrix is a tensor of rows, row-major, in single precision: all types of weights fit into it exactly.
type matrix struct {
	rows, width int
	v           []float32
}

func (m *matrix) row(i int) []float32 { return m.v[i*m.width : (i+1)*m.width] }

// matrix reads a whole tensor as rows of so many values.
func (w *weights) matrix(name string, rows, width int) (*matrix, error) {
	return w.slab(name, rows, width, 0, rows)
}

// slab reads the rows from (included) to (not) of a tensor of rows × width values.
func (w *weights) slab(name string, rows, width, from, to int) (*matrix, error) {
	e, ok := w.tensors[name]
	if !ok {
		return nil, fmt.Errorf("read %s: there is no such tensor", name)
	}
	n := 1
	for _, d := range e.shape {
		n *= d
	}
	if n != rows*width {
		return nil, fmt.Errorf("read %s: shape %v, want %d × %d values", name, e.shape, rows, width)
	}
	if from < 0 || to > rows || from > to {
		return nil, fmt.Errorf("read %s: rows %d to %d of %d", name, from, to, rows)
	}
	number, size := numbers(e.dtype)
	if size == 0 {
		return nil, fmt.Errorf("read %s: type %s is none of weights", name, e.dtype)
	}
	raw := make([]byte, (to-from)*width*size)
	if _, err := e.file.ReadAt(raw, e.at+int64(from)*int64(width*size)); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	m := &matrix{to - from, width, make([]float32, (to-from)*width)}
	for i := range m.v {
		m.v[i] = number(raw[i*size:])
	}
	return m, nil
}

// numbers is how a number of that type is read, and its bytes; 0 bytes for a type that weights do not have.
func numbers(dtype string) (number func([]byte) float32, size int) {
	switch dtype {
	case "BF16":
		return func(b []byte) float32 { return math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16) }, 2
	case "F16":
		return func(b []byte) float32 { return half(binary.LittleEndian.Uint16(b)) }, 2
	case "F32":
		return func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }, 4
	}
	return nil, 0
}

// half reads IEEE 754 half precision: sign, 5 bits of exponent, 10 of fraction.
func half(u uint16) float32 {
	sign, exponent, fraction := 1-2*float64(u>>15), int(u>>10&31), float64(u&1023)
	switch exponent {
	case 0:
		return float32(sign * math.Ldexp(fraction, -24))
	case 31:
		if fraction != 0 {
			return float32(math.NaN())
		}
		return float32(math.Inf(int(sign)))
	}
	return float32(sign * math.Ldexp(1024+fraction, exponent-25))
}

// vector reads a tensor of n values.
func (w *weights) vector(name string, n int) ([]float64, error) {
	m, err := w.matrix(name, 1, n)
	if err != nil {
		return nil, err
	}
	return widen(m.v), nil
}

func widen(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}
