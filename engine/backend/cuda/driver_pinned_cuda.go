//go:build cuda

package cuda

import (
	"sync"
	"unsafe"
)

// pinned are the pieces of the host's memory that are page-locked: a copy from there need not be waited for.
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

// has reports whether all of data lies in one piece.
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
