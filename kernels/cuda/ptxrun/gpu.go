package ptxrun

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"asterism/kernels/cuda"
)

var (
	_ cuda.Machine = (*GPU)(nil)
	_ cuda.Device  = (*GPU)(nil)
)

// GPU runs PTX. It implements [cuda.Machine]; a fault of a kernel is the error of its launch, and of every call after that.
type GPU struct {
	kernels map[string]*kernel
	memory  memory
	random  *rand.Rand
	ended   error
}

// Programs are kernels that are ready to run. They do not change.
type Programs struct{ kernels map[string]*kernel }

// Load reads programs, texts by their names as [cuda.PTX] returns them. An unknown statement is an error that names the program, the line and its text.
func Load(texts map[string]string) (*Programs, error) {
	kernels, err := kernelsOf(texts)
	if err != nil {
		return nil, fmt.Errorf("load PTX: %w", err)
	}
	return &Programs{kernels: kernels}, nil
}

// Start starts a GPU that has these kernels. The seed decides the order of warps, of lanes, and all else that a GPU leaves open.
func (p *Programs) Start(seed uint64) *GPU {
	return &GPU{kernels: p.kernels, random: rand.New(rand.NewPCG(seed, 1))}
}

func kernelsOf(programs map[string]string) (map[string]*kernel, error) {
	out := map[string]*kernel{}
	for name, text := range programs {
		entries, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s.ptx: %w", name, err)
		}
		for _, e := range entries {
			k, err := compile(e)
			if err != nil {
				return nil, fmt.Errorf("%s.ptx: %w", name, err)
			}
			out[e.name] = k
		}
	}
	return out, nil
}

// Name implements [cuda.Device].
func (g *GPU) Name() string { return "interpreted PTX" }

// Info implements [cuda.Device]: the values of an H100.
func (g *GPU) Info() cuda.Info {
	return cuda.Info{Major: 9, Minor: 0, SMs: 132, SharedPerBlock: 227 << 10}
}

// Device implements [cuda.Machine].
func (g *GPU) Device() cuda.Device { return g }

// Memory implements [cuda.Device].
func (g *GPU) Memory() (free, total uint64, err error) {
	return memoryBytes - g.memory.used, memoryBytes, g.ended
}

// Alloc implements [cuda.Machine]. New memory reads as NaN.
func (g *GPU) Alloc(n int) (cuda.Pointer, error) {
	if g.ended != nil {
		return 0, g.ended
	}
	return g.memory.alloc(n)
}

// Free implements [cuda.Machine].
func (g *GPU) Free(p cuda.Pointer) error { return g.memory.free(p) }

// Pin implements [cuda.Machine]; here all memory is the same.
func (g *GPU) Pin(n int) ([]byte, error) { return make([]byte, n), nil }

// Unpin implements [cuda.Machine].
func (g *GPU) Unpin([]byte) error { return nil }

// Upload implements [cuda.Machine].
func (g *GPU) Upload(p cuda.Pointer, data []byte) error {
	return g.transfer(p, len(data), func(b []byte) { copy(b, data) })
}

// Download implements [cuda.Machine].
func (g *GPU) Download(data []byte, p cuda.Pointer) error {
	return g.transfer(p, len(data), func(b []byte) { copy(data, b) })
}

func (g *GPU) transfer(p cuda.Pointer, n int, f func([]byte)) error {
	if g.ended != nil || n == 0 {
		return g.ended
	}
	b := g.memory.find(uint64(p), n)
	if b == nil {
		return fmt.Errorf("copy %d bytes at %#x: outside of a buffer", n, p)
	}
	f(b)
	return nil
}

// Wait implements [cuda.Machine].
func (g *GPU) Wait() error { return g.ended }

// Stream implements [cuda.Device]: there is one only.
func (g *GPU) Stream(bool) (cuda.Machine, error) {
	return nil, errors.New("open a stream: interpreted PTX has one queue, as checks need")
}

// Capture implements [cuda.Machine]: what was opened first cannot.
func (g *GPU) Capture(func() error) (cuda.Graph, error) {
	return nil, errors.New("capture a graph: interpreted PTX has no streams that could")
}

// Close implements [cuda.Machine].
func (g *GPU) Close() error { return nil }
