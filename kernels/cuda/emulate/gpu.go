package emulate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"sync"

	"asterism/kernels/cuda"
)

var (
	_ cuda.Machine = (*GPU)(nil)
	_ cuda.Device  = (*GPU)(nil)
)

// GPU is an emulated GPU, or a stream of one: streams share the process, which executes commands in their order. It implements [cuda.Machine]; a fault of
// a kernel (a write outside of a buffer, threads that wait for each other) is the error of the call that found it, and of every call after that.
type GPU struct {
	process  *process
	stream   bool
	recorded *[]cuda.Launch // while a graph is captured
}

// kernelSources are the sources of the kernels.
var kernelSources = []string{"../*.cu", "../*.cuh", "*.hpp", "*.cu"}

// compile builds the program once, or finds what was built before.
var compile = sync.OnceValues(func() (string, error) {
	return kept("emulate", kernelSources, func(program string) error {
		cmd := exec.Command("g++", "-std=c++20", "-O2", "-ffp-contract=off", "-U_FORTIFY_SOURCE", "-Wall", "-Werror", "-DASTERISM_EMULATE", "-x", "c++", "-I..", "main.cu", "-o", program)
		cmd.Dir = here()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("compile the emulation: %w\n%s", err, out)
		}
		return nil
	})
})

// New starts a GPU.
func New() (*GPU, error) {
	program, err := compile()
	if err != nil {
		return nil, err
	}
	p, err := startProcess(program)
	if err != nil {
		return nil, err
	}
	return &GPU{process: p}, nil
}

// Name implements [cuda.Device].
func (e *GPU) Name() string { return "emulated GPU" }

// Info implements [cuda.Device]: the values of an H100.
func (e *GPU) Info() cuda.Info {
	return cuda.Info{Major: 9, Minor: 0, SMs: 132, SharedPerBlock: 227 << 10}
}

// Device implements [cuda.Machine].
func (e *GPU) Device() cuda.Device { return e }

// Memory implements [cuda.Device].
func (e *GPU) Memory() (free, total uint64, err error) { return e.process.memory() }

// Alloc implements [cuda.Machine]. New memory reads as NaN.
func (e *GPU) Alloc(n int) (cuda.Pointer, error) {
	if err := e.plain("allocate"); err != nil {
		return 0, err
	}
	return e.process.alloc(n)
}

// Free implements [cuda.Machine].
func (e *GPU) Free(p cuda.Pointer) error {
	if err := e.plain("free"); err != nil {
		return err
	}
	return e.process.free(p)
}

// Pin implements [cuda.Machine]; here all memory is the same.
func (e *GPU) Pin(n int) ([]byte, error) { return make([]byte, n), nil }

// Unpin implements [cuda.Machine].
func (e *GPU) Unpin([]byte) error { return nil }

// Upload implements [cuda.Machine].
func (e *GPU) Upload(p cuda.Pointer, data []byte) error {
	if err := e.plain("copy"); err != nil {
		return err
	}
	return e.process.ask(copying('U', p, len(data)), data, nil)
}

// Download implements [cuda.Machine].
func (e *GPU) Download(data []byte, p cuda.Pointer) error {
	if err := e.plain("copy"); err != nil {
		return err
	}
	return e.process.ask(copying('D', p, len(data)), nil, data)
}

// plain refuses what cannot be captured.
func (e *GPU) plain(what string) error {
	if e.recorded != nil {
		return fmt.Errorf("%s: a graph is being captured, which takes launches alone", what)
	}
	return nil
}

func copying(command byte, p cuda.Pointer, n int) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte{command}, uint64(p)), uint64(n))
}

// Launch implements [cuda.Machine]; it returns when the kernel is done.
func (e *GPU) Launch(l cuda.Launch) error {
	if e.recorded != nil {
		l.Args = slices.Clone(l.Args)
		*e.recorded = append(*e.recorded, l)
		return nil
	}
	msg := binary.LittleEndian.AppendUint32([]byte{'L'}, uint32(len(l.Kernel)))
	msg = append(msg, l.Kernel...)
	for _, v := range []int{l.GridX, l.GridY, l.Threads, l.Shared, len(l.Args)} {
		msg = binary.LittleEndian.AppendUint32(msg, uint32(v))
	}
	for i, a := range l.Args {
		word := uint64(0)
		switch v := a.(type) {
		case cuda.Pointer:
			word = uint64(v)
		case int32:
			word = uint64(uint32(v))
		case float32:
			word = uint64(math.Float32bits(v))
		default:
			return fmt.Errorf("launch %s: argument %d is a %T", l.Kernel, i, a)
		}
		msg = binary.LittleEndian.AppendUint64(msg, word)
	}
	if err := e.process.ask(msg, nil, nil); err != nil {
		return fmt.Errorf("launch %s: %w", l.Kernel, err)
	}
	return nil
}

// Wait implements [cuda.Machine].
func (e *GPU) Wait() error {
	if err := e.plain("wait"); err != nil {
		return err
	}
	return e.process.fault()
}

// Stream implements [cuda.Device].
func (e *GPU) Stream(bool) (cuda.Machine, error) {
	return &GPU{process: e.process, stream: true}, e.process.fault()
}

// Capture implements [cuda.Machine].
func (e *GPU) Capture(f func() error) (cuda.Graph, error) {
	switch {
	case !e.stream:
		return nil, errors.New("capture a graph: the GPU itself cannot, a stream of it can")
	case e.recorded != nil:
		return nil, errors.New("capture a graph: one is being captured")
	}
	g := &graph{gpu: e}
	e.recorded = &g.launches
	err := f()
	e.recorded = nil
	if err != nil {
		return nil, fmt.Errorf("capture a graph: %w", err)
	}
	return g, nil
}

// graph is what was captured.
type graph struct {
	gpu      *GPU
	launches []cuda.Launch
}

// Launch implements [cuda.Graph].
func (g *graph) Launch() error {
	for _, l := range g.launches {
		if err := g.gpu.Launch(l); err != nil {
			return err
		}
	}
	return nil
}

// Close implements [cuda.Graph].
func (g *graph) Close() error { return nil }

// Close implements [cuda.Machine].
func (e *GPU) Close() error {
	if !e.stream {
		e.process.close()
	}
	return nil
}
