package cuda

import (
	"sync"
	"sync/atomic"

	"asterism/kernels/cuda"
)

// watch is what tests see of a machine and all its streams, and how they break it.
type watch struct {
	allocated, pinned atomic.Int64 // pieces that are held
	allocations       atomic.Int64 // ever made
	captures, replays atomic.Int64
	launches          atomic.Int64

	mu      sync.Mutex
	most    int                                     // bytes of one allocation; 0: no limit
	refused int                                     // allocations
	launch  func(urgent bool, number int64) error   // called before each launch; nil: nothing
	capture func() error                            // called before each capture
	upload  func(p cuda.Pointer, data []byte) error // called before each copy to the GPU
	back    func(data []byte)                       // called before each copy from the GPU
}

func (w *watch) limit(most int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most = most
}

func (w *watch) onLaunch(f func(urgent bool, number int64) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.launch = f
}

func (w *watch) onUpload(f func(at cuda.Pointer, data []byte) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.upload = f
}

// probe is a machine, or a stream of one, that is watched.
type probe struct {
	cuda.Machine
	*watch
	urgent bool
}

func (p *probe) Alloc(n int) (cuda.Pointer, error) {
	p.mu.Lock()
	refused := p.most > 0 && n > p.most
	if refused {
		p.refused++
	}
	p.mu.Unlock()
	if refused {
		return 0, cuda.ErrMemory
	}
	at, err := p.Machine.Alloc(n)
	if err == nil {
		p.allocated.Add(1)
		p.allocations.Add(1)
	}
	return at, err
}

func (p *probe) Free(at cuda.Pointer) error {
	p.allocated.Add(-1)
	return p.Machine.Free(at)
}

func (p *probe) Pin(n int) ([]byte, error) {
	p.pinned.Add(1)
	return p.Machine.Pin(n)
}

func (p *probe) Unpin(data []byte) error {
	p.pinned.Add(-1)
	return p.Machine.Unpin(data)
}

func (p *probe) Upload(at cuda.Pointer, data []byte) error {
	p.mu.Lock()
	before := p.upload
	p.mu.Unlock()
	if before != nil {
		if err := before(at, data); err != nil {
			return err
		}
	}
	return p.Machine.Upload(at, data)
}

func (w *watch) onDownload(f func(data []byte)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.back = f
}

func (p *probe) Download(data []byte, at cuda.Pointer) error {
	p.mu.Lock()
	before := p.back
	p.mu.Unlock()
	if before != nil {
		before(data)
	}
	return p.Machine.Download(data, at)
}

func (p *probe) Launch(l cuda.Launch) error {
	p.mu.Lock()
	before := p.launch
	p.mu.Unlock()
	if number := p.launches.Add(1); before != nil {
		if err := before(p.urgent, number); err != nil {
			return err
		}
	}
	return p.Machine.Launch(l)
}

func (p *probe) Device() cuda.Device { return probeDevice{p.Machine.Device(), p.watch} }

// probeDevice is the device of a probe, whose streams are watched too.
type probeDevice struct {
	cuda.Device
	*watch
}

func (d probeDevice) Stream(urgent bool) (cuda.Machine, error) {
	m, err := d.Device.Stream(urgent)
	return &probe{m, d.watch, urgent}, err
}

func (p *probe) Capture(f func() error) (cuda.Graph, error) {
	p.mu.Lock()
	before := p.capture
	p.mu.Unlock()
	if before != nil {
		if err := before(); err != nil {
			return nil, err
		}
	}
	p.captures.Add(1)
	g, err := p.Machine.Capture(f)
	return &probeGraph{g, p.watch}, err
}

type probeGraph struct {
	cuda.Graph
	*watch
}

func (g *probeGraph) Launch() error {
	g.replays.Add(1)
	return g.Graph.Launch()
}
