package gpu

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// entry is a chunk on the GPU. It does not change: when a part is added or removed, the chunk gets another entry with
// another seat.
type entry struct {
	number     uint64
	seat       int32
	ids        []store.ID
	searchable models.Set // the spaces in which it can be compared: its values are on the GPU, or no row has one
}

// snapshot is what is on the GPU at one moment, as the manager publishes it. Nothing in it changes while it has
// references, and neither does the device memory that it describes.
type snapshot struct {
	table      cuda.Pointer // the seat table
	entries    []entry      // ordered by number
	refs       atomic.Int64
	lastLayout atomic.Pointer[layout] // the most recent one
}

// find returns the entry of a chunk, or nil.
func (h *snapshot) find(number uint64) *entry {
	i, ok := slices.BinarySearchFunc(h.entries, number, func(e entry, n uint64) int {
		switch {
		case e.number < n:
			return -1
		case e.number > n:
			return 1
		}
		return 0
	})
	if !ok {
		return nil
	}
	return &h.entries[i]
}

// layout maps one state of the index to the GPU: which slots are on the GPU, and in which seats.
type layout struct {
	*snapshot
	chunks    []uint64 // chunk numbers by slot
	positions []int32  // by slot: its position among the slots on the GPU; −1: not there
	slots     []int32  // the slot at each position
	entryAt   []*entry // by position
	seats     []byte   // int32, by position
	values    models.Set
	identity  bool // every slot is on the GPU, so rows have the same numbers on both sides
}

// layoutOf finds or makes the layout of a state; nil: none of its chunks is on the GPU. Searches of one state get the
// same layout, since only those can share a scan.
func (h *snapshot) layoutOf(chunks []uint64) *layout {
	for {
		last := h.lastLayout.Load()
		if last != nil && sameNumbers(last.chunks, chunks) {
			return last.orNil()
		}
		if v := h.newLayout(chunks); h.lastLayout.CompareAndSwap(last, v) {
			return v.orNil()
		}
	}
}

func (h *snapshot) newLayout(chunks []uint64) *layout {
	v := &layout{snapshot: h, chunks: chunks, positions: make([]int32, len(chunks)), values: models.All, identity: true}
	for slot, number := range chunks {
		v.positions[slot] = -1
		if number == 0 {
			v.identity = false
			continue
		}
		e := h.find(number)
		if e == nil {
			v.identity = false
			continue
		}
		v.positions[slot] = int32(len(v.slots))
		v.slots = append(v.slots, int32(slot))
		v.entryAt = append(v.entryAt, e)
		v.seats = binary.LittleEndian.AppendUint32(v.seats, uint32(e.seat))
		v.values &= e.searchable
	}
	return v
}

func (v *layout) orNil() *layout {
	if len(v.slots) == 0 {
		return nil
	}
	return v
}

// sameNumbers compares two lists. Usually both are the same slice, which is checked first.
func sameNumbers(a, b []uint64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// toGPU turns row numbers of the index into those of the GPU, in place; fromGPU does the reverse.
func (v *layout) toGPU(rows []int32) {
	if v.identity {
		return
	}
	for i, row := range rows {
		rows[i] = v.positions[row/cuda.SeatRows]*cuda.SeatRows + row%cuda.SeatRows
	}
}

func (v *layout) fromGPU(rows []int32) {
	if v.identity {
		return
	}
	for i, row := range rows {
		rows[i] = v.slots[row/cuda.SeatRows]*cuda.SeatRows + row%cuda.SeatRows
	}
}

// id returns the id of a row, by its number on the GPU.
func (v *layout) id(row int32) store.ID { return v.entryAt[row/cuda.SeatRows].ids[row%cuda.SeatRows] }

// publisher publishes snapshots and counts references to them. The manager reads the counts of the older ones.
type publisher struct {
	current atomic.Pointer[snapshot]
	freed   func() // called when an older snapshot loses its last reference
}

// acquire takes a reference to the current snapshot; nil: none was published. If the manager publishes another one
// between the load and the increment, the second load sees that, and the reference is released unused. If the increment
// came first, the manager sees it.
func (s *publisher) acquire() *snapshot {
	for {
		h := s.current.Load()
		if h == nil {
			return nil
		}
		h.refs.Add(1)
		if s.current.Load() == h {
			return h
		}
		s.release(h)
	}
}

func (s *publisher) release(h *snapshot) {
	if h.refs.Add(-1) == 0 && s.current.Load() != h {
		s.freed()
	}
}
