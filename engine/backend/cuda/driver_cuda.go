//go:build cuda

package cuda

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"gorgonia.org/cu"

	"asterism/kernels/cuda"
)

var (
	_ cuda.Machine = (*driver)(nil)
	_ cuda.Device  = (*driver)(nil)
)

// driver is a GPU, or one stream of it, by the calls of the CUDA driver. The GPU itself uses stream 0 and its calls return when the work is done; work in
// another stream runs in the order of that stream.
type driver struct {
	gpu    *gpu
	stream streamHandle // nil: the GPU itself
	early  bool         // its kernels may begin before the previous one has ended
}

// attributeSharedOptIn is the most shared memory that a block may request; gorgonia.org/cu has no name for it.
const attributeSharedOptIn cu.DeviceAttribute = 97

// openDriver makes a context on the GPU of that number. Threads that wait for the GPU sleep and do not spin, since there are more lanes than cores.
func openDriver(ordinal int) (cuda.Machine, error) {
	device, err := cu.GetDevice(ordinal)
	if err != nil {
		return nil, fmt.Errorf("find GPU %d: %w", ordinal, err)
	}
	name, err := device.Name()
	if err != nil {
		return nil, fmt.Errorf("name GPU %d: %w", ordinal, err)
	}
	have, err := device.Attributes(cu.ComputeCapabilityMajor, cu.ComputeCapabilityMinor, cu.MultiprocessorCount, attributeSharedOptIn)
	if err != nil {
		return nil, fmt.Errorf("ask %s what it can do: %w", name, err)
	}
	info := cuda.Info{Major: have[0], Minor: have[1], SMs: have[2], SharedPerBlock: have[3]}
	early, err := earlyBy(os.Getenv(earlyVariable), name, info, driverVersion())
	if err != nil {
		return nil, err
	}
	programs, err := programsFor(early)
	if err != nil {
		return nil, err
	}
	context, err := device.MakeContext(cu.SchedBlockingSync)
	if err != nil {
		return nil, fmt.Errorf("make context on %s: %w", name, classified(err))
	}
	return &driver{gpu: &gpu{name: name, info: info, early: early, context: context, programs: programs, modules: map[string]moduleHandle{}, functions: map[string]*function{}}}, nil
}

// programsFor is the PTX of all kernels.
func programsFor(early bool) (map[string]string, error) {
	programs := cuda.PTX()
	for name, text := range programs {
		if !early {
			break
		}
		dependent, err := cuda.Dependent(text)
		if err != nil {
			return nil, fmt.Errorf("%s.ptx: %w", name, err)
		}
		programs[name] = dependent
	}
	return programs, nil
}

// Device implements [cuda.Machine].
func (d *driver) Device() cuda.Device { return d }

// Name implements [cuda.Device].
func (d *driver) Name() string { return d.gpu.name }

// Info implements [cuda.Device].
func (d *driver) Info() cuda.Info { return d.gpu.info }

// Queue is the driver's handle of the stream, for libraries that put their own work into it; 0 for the GPU itself.
func (d *driver) Queue() uintptr { return uintptr(unsafe.Pointer(d.stream)) }

// Memory implements [cuda.Device].
func (d *driver) Memory() (free, total uint64, err error) {
	f, t, err := cu.MemInfo()
	return uint64(f), uint64(t), classified(err)
}

// Alloc implements [cuda.Machine]. The driver refuses to allocate nothing.
func (d *driver) Alloc(n int) (cuda.Pointer, error) {
	at, err := cu.MemAlloc(int64(max(n, 1)))
	if err != nil {
		return 0, fmt.Errorf("allocate %d bytes on %s: %w", n, d.gpu.name, classified(err))
	}
	return cuda.Pointer(at), nil
}

// Free implements [cuda.Machine].
func (d *driver) Free(p cuda.Pointer) error { return classified(cu.MemFree(cu.DevicePtr(p))) }

// Pin implements [cuda.Machine].
func (d *driver) Pin(n int) ([]byte, error) {
	data, err := pinMemory(max(n, 1))
	if err != nil {
		return nil, fmt.Errorf("pin %d bytes of the host: %w", n, classified(err))
	}
	d.gpu.pinned.add(data)
	return data[:n], nil
}

// Unpin implements [cuda.Machine].
func (d *driver) Unpin(data []byte) error {
	data = data[:1] // for an empty piece one byte was pinned
	d.gpu.pinned.remove(data)
	return classified(unpinMemory(data))
}

// Upload implements [cuda.Machine].
func (d *driver) Upload(p cuda.Pointer, data []byte) error {
	switch {
	case len(data) == 0:
		return nil
	case d.stream == nil:
		return classified(cu.MemcpyHtoD(cu.DevicePtr(p), unsafe.Pointer(&data[0]), int64(len(data))))
	}
	if d.gpu.pinned.has(data) {
		return classified(putCopyIn(p, data, d.stream))
	}
	return d.waited(data, func() error { return putCopyIn(p, data, d.stream) })
}

// Download implements [cuda.Machine].
func (d *driver) Download(data []byte, p cuda.Pointer) error {
	switch {
	case len(data) == 0:
		return d.Wait()
	case d.stream == nil:
		return classified(cu.MemcpyDtoH(unsafe.Pointer(&data[0]), cu.DevicePtr(p), int64(len(data))))
	}
	if !d.gpu.pinned.has(data) {
		return d.waited(data, func() error { return putCopyOut(data, p, d.stream) })
	}
	if err := putCopyOut(data, p, d.stream); err != nil {
		return classified(err)
	}
	return d.Wait()
}

// waited puts a copy from or to Go's memory into the stream, with the memory pinned in Go until the copy is done.
func (d *driver) waited(data []byte, put func() error) error {
	var p runtime.Pinner
	p.Pin(&data[0])
	defer p.Unpin()
	if err := put(); err != nil {
		return classified(err)
	}
	return d.Wait()
}

// Load loads a kernel into the GPU now; otherwise its first launch does.
func (d *driver) Load(kernel string) error {
	if _, err := d.gpu.function(kernel); err != nil {
		return fmt.Errorf("load kernel %s: %w", kernel, classified(err))
	}
	return nil
}

// Launch implements [cuda.Machine].
func (d *driver) Launch(l cuda.Launch) error {
	f, err := d.gpu.function(l.Kernel)
	if err != nil {
		return fmt.Errorf("load kernel %s: %w", l.Kernel, classified(err))
	}
	if err := f.allow(l.Shared); err != nil {
		return fmt.Errorf("allow kernel %s %d bytes of shared memory: %w", l.Kernel, l.Shared, classified(err))
	}
	words, err := wordsOf(&l)
	if err == nil {
		err = classified(launchFunction(f.handle, &l, d.stream, &words, d.early))
	}
	if err != nil {
		return fmt.Errorf("launch %s: %w", l.Kernel, err)
	}
	return nil
}

// Wait implements [cuda.Machine].
func (d *driver) Wait() error {
	if d.stream == nil {
		return classified(cu.Synchronize())
	}
	return classified(waitForStream(d.stream))
}

// Stream implements [cuda.Device]. It makes the GPU's context that of the thread.
func (d *driver) Stream(urgent bool) (cuda.Machine, error) {
	if err := cu.SetCurrentContext(d.gpu.context); err != nil {
		return nil, fmt.Errorf("make the context of %s current: %w", d.gpu.name, classified(err))
	}
	least, greatest, err := cu.StreamPriorityRange()
	if err != nil {
		return nil, fmt.Errorf("ask %s for its priorities: %w", d.gpu.name, classified(err))
	}
	priority := least
	if urgent {
		priority = greatest
	}
	s, err := makeStream(priority)
	if err != nil {
		return nil, fmt.Errorf("make a stream on %s: %w", d.gpu.name, classified(err))
	}
	return &driver{d.gpu, s, urgent && d.gpu.early}, nil
}

// Capture implements [cuda.Machine].
func (d *driver) Capture(f func() error) (cuda.Graph, error) {
	g, err := capture(d.stream, f)
	if err != nil {
		return nil, fmt.Errorf("capture a graph on %s: %w", d.gpu.name, classified(err))
	}
	return &driverGraph{d, g}, nil
}

// driverGraph is a graph of the driver.
type driverGraph struct {
	driver *driver
	exec   execHandle
}

// Launch implements [cuda.Graph].
func (g *driverGraph) Launch() error { return classified(launchGraph(g.exec, g.driver.stream)) }

// Close implements [cuda.Graph].
func (g *driverGraph) Close() error { return classified(destroyGraph(g.exec)) }

// Close implements [cuda.Machine]. Destroying the context frees its memory and modules.
func (d *driver) Close() error {
	if d.stream != nil {
		return classified(destroyStream(d.stream))
	}
	return classified(d.gpu.context.Destroy())
}
