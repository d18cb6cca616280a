package card

import (
	"errors"
	"fmt"
	"math/bits"

	"asterism/kernels/cuda"
)

// Memory on the card is taken in slabs, which are cut into blocks of equal size: what one chunk gives back fits the next. A slab goes back to the card when its
// last block does. All of it belongs to the keeper's goroutine.

// block is a piece of the card's memory; the zero value is none.
type block struct {
	at   cuda.Pointer
	slab *slab
}

// slab is a row of blocks of one size.
type slab struct {
	pool *pool
	at   cuda.Pointer
	free []cuda.Pointer
	all  int // blocks, free or not
}

// pool has the slabs of one size of blocks.
type pool struct {
	arena *arena
	size  int
	slabs []*slab
}

// arena has a pool for every size.
type arena struct {
	card  cuda.Machine
	limit uint64 // most bytes of slabs
	used  uint64
	most  uint64 // that were used when a block was refused
	pools map[int]*pool
}

// slabBytes is about how large slabs become, each as large as those of its size before it together; where memory is short, a thousandth of it, so that little of it
// lies idle.
const (
	slabBytes = 64 << 20
	slabShare = 1024
)

func newArena(m cuda.Machine, limit uint64) *arena {
	return &arena{card: m, limit: limit, pools: map[int]*pool{}}
}

// sizeClass is the size of the block that holds n bytes when sizes differ from chunk to chunk: four sizes for each doubling, so that at most a fifth is
// left empty.
func sizeClass(n int) int {
	n = max(n, 1<<12)
	step := 1 << max(bits.Len(uint(n-1))-3, 0)
	return (n + step - 1) / step * step
}

// take finds a block of n bytes. The error wraps cuda.ErrMemory when neither the limit nor the card has room for one more.
func (a *arena) take(n int) (block, error) {
	n = (n + 255) / 256 * 256
	p := a.pools[n]
	if p == nil {
		p = &pool{arena: a, size: n}
		a.pools[n] = p
	}
	for _, s := range p.slabs {
		if len(s.free) > 0 {
			return s.take(), nil
		}
	}
	s, err := p.grow()
	if err != nil {
		return block{}, err
	}
	return s.take(), nil
}

// grow makes a slab: as large as it should be where there is room, else of a single block.
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
		at, err := a.card.Alloc(int(bytes))
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
	a.most = a.used
	return nil, fmt.Errorf("%w: %d bytes for a block of the index; it holds %d of at most %d", cuda.ErrMemory, p.size, a.used, a.limit)
}

func (s *slab) take() block {
	at := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return block{at, s}
}

// give takes a block back.
func (a *arena) give(b block) error {
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
	return a.card.Free(s.at)
}

// close gives all slabs back to the card.
func (a *arena) close() (err error) {
	for _, p := range a.pools {
		for _, s := range p.slabs {
			err = errors.Join(err, a.card.Free(s.at))
		}
		p.slabs = nil
	}
	a.used = 0
	return err
}
