//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unsafe"

	"gorgonia.org/cu"

	"asterism/kernels/cuda"
)

var _ cuda.Machine = (*driver)(nil)

// driver is a card behind its driver. A context is current on the thread that made it, so all calls must come from there.
type driver struct {
	name      string
	context   cu.CUContext
	programs  map[string]string      // PTX, by name
	modules   map[string]cu.Module   // of the programs that were needed so far
	functions map[string]cu.Function // found so far, by name
}

// openDriver makes a context on the card of that number.
func openDriver(ordinal int) (cuda.Machine, error) {
	device, err := cu.GetDevice(ordinal)
	if err != nil {
		return nil, fmt.Errorf("find card %d: %w", ordinal, err)
	}
	name, err := device.Name()
	if err != nil {
		return nil, fmt.Errorf("name card %d: %w", ordinal, err)
	}
	context, err := device.MakeContext(cu.SchedAuto)
	if err != nil {
		return nil, fmt.Errorf("make context on %s: %w", name, err)
	}
	return &driver{name: name, context: context, programs: cuda.PTX(), modules: map[string]cu.Module{}, functions: map[string]cu.Function{}}, nil
}

// Name implements [cuda.Machine].
func (d *driver) Name() string { return d.name }

// Alloc implements [cuda.Machine].
func (d *driver) Alloc(n int) (cuda.Pointer, error) {
	at, err := cu.MemAlloc(int64(n))
	if errors.Is(err, cu.OutOfMemory) {
		return 0, fmt.Errorf("%w: %d bytes on %s", cuda.ErrMemory, n, d.name)
	}
	return cuda.Pointer(at), err
}

// Free implements [cuda.Machine].
func (d *driver) Free(p cuda.Pointer) error { return cu.MemFree(cu.DevicePtr(p)) }

// Upload implements [cuda.Machine].
func (d *driver) Upload(p cuda.Pointer, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	return cu.MemcpyHtoD(cu.DevicePtr(p), unsafe.Pointer(&data[0]), int64(len(data)))
}

// Download implements [cuda.Machine].
func (d *driver) Download(data []byte, p cuda.Pointer) error {
	if len(data) == 0 {
		return nil
	}
	return cu.MemcpyDtoH(unsafe.Pointer(&data[0]), cu.DevicePtr(p), int64(len(data)))
}

// Launch implements [cuda.Machine]. cu copies eight bytes a parameter, so each stands in a word of its own.
func (d *driver) Launch(l cuda.Launch) error {
	f, err := d.function(l.Kernel)
	if err != nil {
		return fmt.Errorf("load kernel %s: %w", l.Kernel, err)
	}
	words, parameters := make([]uint64, len(l.Args)), make([]unsafe.Pointer, len(l.Args))
	for i, a := range l.Args {
		switch v := a.(type) {
		case cuda.Pointer:
			words[i] = uint64(v)
		case int32:
			words[i] = uint64(uint32(v))
		case float32:
			words[i] = uint64(math.Float32bits(v))
		default:
			return fmt.Errorf("launch %s: argument %d is a %T", l.Kernel, i, a)
		}
		parameters[i] = unsafe.Pointer(&words[i])
	}
	if err := f.Launch(l.GridX, l.GridY, 1, l.Threads, 1, 1, l.Shared, cu.Stream{}, parameters); err != nil {
		return fmt.Errorf("launch %s: %w", l.Kernel, err)
	}
	return nil
}

// function finds a kernel, loading the module that has it.
func (d *driver) function(kernel string) (f cu.Function, err error) {
	if f, ok := d.functions[kernel]; ok {
		return f, nil
	}
	for name, text := range d.programs {
		if !strings.Contains(text, ".entry "+kernel+"(") {
			continue
		}
		m, err := d.module(name, text)
		if err != nil {
			return f, err
		}
		if f, err = m.Function(kernel); err == nil {
			d.functions[kernel] = f
		}
		return f, err
	}
	return f, errors.New("no program has it")
}

// module loads a program once. The driver compiles it for the card, and keeps what it compiled for the next start.
func (d *driver) module(name, text string) (cu.Module, error) {
	if m, ok := d.modules[name]; ok {
		return m, nil
	}
	m, err := cu.LoadData(text)
	if err != nil {
		return m, fmt.Errorf("compile %s.ptx for %s: %w", name, d.name, err)
	}
	d.modules[name] = m
	return m, nil
}

// Wait implements [cuda.Machine].
func (d *driver) Wait() error { return cu.Synchronize() }

// Close implements [cuda.Machine]. The context takes its memory and modules with it.
func (d *driver) Close() error { return d.context.Destroy() }
