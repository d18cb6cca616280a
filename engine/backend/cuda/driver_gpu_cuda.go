//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"unsafe"

	"gorgonia.org/cu"

	"asterism/kernels/cuda"
)

// gpu is what all streams of a GPU share. It is safe for concurrent use.
type gpu struct {
	name    string
	info    cuda.Info
	early   bool // the kernels of urgent streams may begin before the previous one has ended
	context cu.CUContext
	pinned  pinned

	mu        sync.Mutex
	programs  map[string]string       // PTX, by name
	modules   map[string]moduleHandle // of the programs that were needed so far
	functions map[string]*function    // found so far, by name
}

// function is a kernel that is loaded.
type function struct {
	handle functionHandle
	mu     sync.Mutex
	shared int // bytes that its launches may request
}

// function finds a kernel, loading the module that has it.
func (c *gpu) function(kernel string) (*function, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f, ok := c.functions[kernel]; ok {
		return f, nil
	}
	for name, text := range c.programs {
		if !strings.Contains(text, ".entry "+kernel+"(") {
			continue
		}
		m, err := c.module(name, text)
		if err != nil {
			return nil, err
		}
		handle, err := functionOf(m, kernel)
		if err != nil {
			return nil, err
		}
		c.functions[kernel] = &function{handle: handle, shared: cuda.SharedUnasked}
		return c.functions[kernel], nil
	}
	return nil, errors.New("no program has it")
}

// module loads a program once. The driver compiles it for the GPU, and caches the result for the next start.
func (c *gpu) module(name, text string) (moduleHandle, error) {
	if m, ok := c.modules[name]; ok {
		return m, nil
	}
	m, err := loadModule(text)
	if err != nil {
		return m, fmt.Errorf("compile %s.ptx for %s: %w", name, c.name, err)
	}
	c.modules[name] = m
	return m, nil
}

// allow lets the kernel's launches request that many bytes of shared memory. What every GPU gives by default needs no call.
func (f *function) allow(bytes int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if bytes <= f.shared {
		return nil
	}
	if err := allowShared(f.handle, bytes); err != nil {
		return err
	}
	f.shared = bytes
	return nil
}

// wordsOf are a launch's arguments, each in a word of its own.
func wordsOf(l *cuda.Launch) (words [mostParameters]uint64, err error) {
	if len(l.Args) > mostParameters {
		return words, fmt.Errorf("%d arguments, at most %d", len(l.Args), mostParameters)
	}
	for i, a := range l.Args {
		switch v := a.(type) {
		case cuda.Pointer:
			words[i] = uint64(v)
		case int32:
			words[i] = uint64(uint32(v))
		case float32:
			words[i] = uint64(math.Float32bits(v))
		default:
			return words, fmt.Errorf("argument %d is a %T", i, a)
		}
	}
	return words, nil
}

// pinned are the pieces of the host's memory that are page-locked: a copy from there is asynchronous.
type pinned struct {
	mu     sync.Mutex
	pieces map[uintptr]uintptr // from address to behind the last
}

func (p *pinned) add(data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pieces == nil {
		p.pieces = map[uintptr]uintptr{}
	}
	from := addressOf(data)
	p.pieces[from] = from + uintptr(len(data))
}

func (p *pinned) remove(data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pieces, addressOf(data))
}

// has reports whether all of data is in one piece.
func (p *pinned) has(data []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := addressOf(data)
	for begin, end := range p.pieces {
		if from >= begin && from+uintptr(len(data)) <= end {
			return true
		}
	}
	return false
}

func addressOf(data []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(data))) }
