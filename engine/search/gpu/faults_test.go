package gpu

import (
	"fmt"
	"sync/atomic"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

// faultyMachine is a GPU with injected faults, which apply to its streams too.
type faultyMachine struct {
	cuda.Machine
	*faults
}

// faults are the injected faults of a GPU and all its streams.
type faults struct {
	lost   atomic.Bool // every call fails with cuda.ErrLost
	closed atomic.Int64
	opened atomic.Int64
	bound  atomic.Int64                       // greatest number of bytes on the GPU; 0: its real size
	used   atomic.Int64                       // bytes
	skips  atomic.Pointer[string]             // a kernel whose launches do nothing
	hook   atomic.Pointer[func(string) error] // before each launch, with the kernel's name
	sizes  chan map[cuda.Pointer]int          // one map, held by the goroutine that works on it
}

// newFaults has no fault yet; open opens an emulated GPU with it.
func newFaults() *faults {
	f := &faults{sizes: make(chan map[cuda.Pointer]int, 1)}
	f.sizes <- map[cuda.Pointer]int{}
	return f
}

func (f *faults) open() (cuda.Machine, error) {
	c, err := emulate.New()
	f.opened.Add(1)
	return &faultyMachine{c, f}, err
}

func (f *faultyMachine) fault() error {
	if f.lost.Load() {
		return fmt.Errorf("%w: it was taken out", cuda.ErrLost)
	}
	return nil
}

func (f *faultyMachine) Alloc(n int) (cuda.Pointer, error) {
	if err := f.fault(); err != nil {
		return 0, err
	}
	if bound := f.bound.Load(); bound > 0 && f.used.Load()+int64(n) > bound {
		return 0, fmt.Errorf("%w: a test's bound of %d bytes, %d are taken", cuda.ErrMemory, bound, f.used.Load())
	}
	at, err := f.Machine.Alloc(n)
	if err == nil {
		f.used.Add(int64(n))
		sizes := <-f.sizes
		sizes[at] = n
		f.sizes <- sizes
	}
	return at, err
}

func (f *faultyMachine) Free(at cuda.Pointer) error {
	if err := f.fault(); err != nil {
		return err
	}
	sizes := <-f.sizes
	f.used.Add(-int64(sizes[at]))
	delete(sizes, at)
	f.sizes <- sizes
	return f.Machine.Free(at)
}

func (f *faultyMachine) Upload(p cuda.Pointer, data []byte) error {
	if err := f.fault(); err != nil {
		return err
	}
	return f.Machine.Upload(p, data)
}

func (f *faultyMachine) Download(data []byte, p cuda.Pointer) error {
	if err := f.fault(); err != nil {
		return err
	}
	return f.Machine.Download(data, p)
}

func (f *faultyMachine) Launch(l cuda.Launch) error {
	if err := f.fault(); err != nil {
		return err
	}
	if hook := f.hook.Load(); hook != nil {
		if err := (*hook)(l.Kernel); err != nil {
			return err
		}
	}
	if skip := f.skips.Load(); skip != nil && *skip == l.Kernel {
		return nil
	}
	return f.Machine.Launch(l)
}

func (f *faultyMachine) Wait() error {
	if err := f.fault(); err != nil {
		return err
	}
	return f.Machine.Wait()
}

func (f *faultyMachine) Device() cuda.Device { return faultyDevice{f.Machine.Device(), f} }

// faultyDevice is the device of a faulty machine.
type faultyDevice struct {
	cuda.Device
	machine *faultyMachine
}

func (d faultyDevice) Stream(urgent bool) (cuda.Machine, error) {
	f := d.machine
	if err := f.fault(); err != nil {
		return nil, err
	}
	m, err := d.Device.Stream(urgent)
	f.opened.Add(1)
	return &faultyMachine{m, f.faults}, err
}

func (f *faultyMachine) Close() error {
	f.closed.Add(1)
	return f.Machine.Close()
}
