package gpu

import (
	"errors"
	"fmt"
	"math/bits"

	"asterism/kernels/cuda"
)

// A slab allocator for device memory. Slabs are cut into blocks of equal size, so a block that one chunk frees fits the
// next chunk. A slab is freed with its last block. Only the manager's goroutine uses it.

// block is a piece of device memory; the zero value is no block.
type block struct {
	at   cuda.Pointer
	slab *slab
}

// slab is one device allocation, cut into blocks of one size.
type slab struct {
	pool *pool
	at   cuda.Pointer
	free []cuda.Pointer
	all  int // blocks, free or not
}

// pool holds the slabs of one block size.
type pool struct {
	arena *arena
	size  int
	slabs []*slab
}

// arena has a pool for every size.
type arena struct {
	stream cuda.Machine
	limit  uint64 // most bytes of slabs
	used   uint64
	peak   uint64 // bytes in use when a block was last refused
	pools  map[int]*pool
}

// slabBytes is about the size of the largest slab. Each slab is as large as all earlier ones of its block size
// together. If memory is short, a slab is at most a thousandth of it, so that little memory is idle.
const (
	slabBytes = 64 << 20
	slabShare = 1024
)

func newArena(m cuda.Machine, limit uint64) *arena {
	return &arena{stream: m, limit: limit, pools: map[int]*pool{}}
}

// sizeClass rounds n up to a block size, for parts whose size differs from chunk to chunk. There are four sizes for each
// doubling, so at most a fifth of a block is unused.
func sizeClass(n int) int {
	n = max(n, 1<<12)
	step := 1 << max(bits.Len(uint(n-1))-3, 0)
	return (n + step - 1) / step * step
}

// alloc returns a block of n bytes. The error wraps cuda.ErrMemory if the limit or the GPU allows no more.
func (a *arena) alloc(n int) (block, error) {
	n = (n + 255) / 256 * 256
	p := a.pools[n]
	if p == nil {
		p = &pool{arena: a, size: n}
		a.pools[n] = p
	}
	for _, s := range p.slabs {
		if len(s.free) > 0 {
			return s.alloc(), nil
		}
	}
	s, err := p.grow()
	if err != nil {
		return block{}, err
	}
	return s.alloc(), nil
}

// grow allocates a slab of the usual size, or of a single block where memory is short.
func (p *pool) grow() (*slab, error) {
	a := p.arena
	want := 0
	for _, s := range p.slabs {
		want += s.all
	}
	want = max(1, min(want, int(min(slabBytes, a.limit/slabShare))/p.size))
	for _, blocks := range [...]int{want, 1} {
		bytes := uint64(blocks * p.size)
		if a.used+bytes > a.limit {
			continue
		}
		at, err := a.stream.Alloc(int(bytes))
		if errors.Is(err, cuda.ErrMemory) {
			continue
		}
		if err != nil {
			return nil, err
		}
		a.used += bytes
		s := &slab{pool: p, at: at, all: blocks}
		for i := blocks - 1; i >= 0; i-- {
			s.free = append(s.free, at+cuda.Pointer(i*p.size))
		}
		p.slabs = append(p.slabs, s)
		return s, nil
	}
	a.peak = a.used
	return nil, fmt.Errorf("%w: %d bytes for a block of the index; it holds %d of at most %d", cuda.ErrMemory, p.size, a.used, a.limit)
}

func (s *slab) alloc() block {
	at := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return block{at, s}
}

// free frees a block.
func (a *arena) free(b block) error {
	if b.slab == nil {
		return nil
	}
	s, p := b.slab, b.slab.pool
	s.free = append(s.free, b.at)
	if len(s.free) < s.all {
		return nil
	}
	for i := range p.slabs {
		if p.slabs[i] == s {
			p.slabs = append(p.slabs[:i], p.slabs[i+1:]...)
			break
		}
	}
	a.used -= uint64(s.all * p.size)
	return a.stream.Free(s.at)
}

// close frees all slabs.
func (a *arena) close() (err error) {
	for _, p := range a.pools {
		for _, s := range p.slabs {
			err = errors.Join(err, a.stream.Free(s.at))
		}
		p.slabs = nil
	}
	a.used = 0
	return err
}
