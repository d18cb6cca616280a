package ptxrun

import (
	"encoding/binary"
	"fmt"
	"slices"

	"asterism/kernels/cuda"
)

const (
	globalBase  = 0x7f00_0000_0000
	guardZone   = 4096 // unused bytes between allocations
	memoryBytes = 80 << 30
	// sharedWindow is where generic addresses of shared memory begin.
	sharedWindow = 0x10_0000_0000
)

// memory is the GPU's memory: allocations with guard zones between them, so that an access outside of one is a fault.
type memory struct {
	next   uint64
	spaces []space // by address
	used   uint64
}

type space struct {
	at   uint64
	data []byte
}

func (m *memory) alloc(n int) (cuda.Pointer, error) {
	if n < 0 || uint64(n) > memoryBytes-m.used {
		return 0, fmt.Errorf("%w: %d bytes, %d are free", cuda.ErrMemory, n, memoryBytes-m.used)
	}
	s := space{at: globalBase + m.next, data: make([]byte, n)}
	for i := range s.data {
		s.data[i] = 0xff // reads as NaN
	}
	m.next += (uint64(n)+255)&^255 + guardZone
	m.used += uint64(n)
	m.spaces = append(m.spaces, s)
	return cuda.Pointer(s.at), nil
}

func (m *memory) free(p cuda.Pointer) error {
	if p == 0 {
		return nil
	}
	i := slices.IndexFunc(m.spaces, func(s space) bool { return s.at == uint64(p) })
	if i < 0 {
		return fmt.Errorf("free %#x: nothing was allocated there", p)
	}
	m.used -= uint64(len(m.spaces[i].data))
	m.spaces = slices.Delete(m.spaces, i, i+1)
	return nil
}

// find returns the n bytes at an address; nil when they are not in one allocation.
func (m *memory) find(at uint64, n int) []byte {
	lo, hi := 0, len(m.spaces)
	for lo < hi {
		if mid := (lo + hi) / 2; m.spaces[mid].at <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil
	}
	s := &m.spaces[lo-1]
	if off := at - s.at; off+uint64(n) <= uint64(len(s.data)) {
		return s.data[off : off+uint64(n) : off+uint64(n)]
	}
	return nil
}

// bytes returns the n bytes at a kernel's address, which must be a multiple of align.
func (m *memory) bytes(at uint64, n, align int) []byte {
	if at%uint64(align) != 0 {
		fail("misaligned: %d bytes at %#x", n, at)
	}
	b := m.find(at, n)
	if b == nil {
		fail("outside of a buffer: %d bytes at %#x", n, at)
	}
	return b
}

func load(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func store(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}
