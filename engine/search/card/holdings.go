package card

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// entry is a chunk on the card, which does not change: when a part of it comes or goes, the chunk gets another entry, in another seat.
type entry struct {
	number uint64
	seat   int32
	ids    []store.ID
	has    models.Set // the spaces in which it can be compared: their values are there, or no row has one
}

// holdings are what is on the card at one moment, as the keeper publishes it. Nothing of it changes, on the card neither, while somebody has a lease on it.
type holdings struct {
	table   cuda.Pointer // of seats
	entries []entry      // in the order of their numbers
	leases  atomic.Int64
	newest  atomic.Pointer[view] // the one that was asked for last
}

// find is the entry of a chunk, or nil.
func (h *holdings) find(number uint64) *entry {
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

// view is how one state of the index lies on the card: the seats of those of its chunks that are there.
type view struct {
	*holdings
	chunks []uint64 // numbers by slot, as they were asked for
	places []int32  // by slot: which of the seats; −1: not here
	slots  []int32  // the other way round
	at     []*entry // by place
	seats  []byte   // int32, by place
	values models.Set
	plain  bool // every slot is here, so that rows have the same numbers on both sides
}

// viewOf finds or makes the view of a state; nil: nothing of it is here. Searches that begin together have one view, or they could not share a scan.
func (h *holdings) viewOf(chunks []uint64) *view {
	for {
		last := h.newest.Load()
		if last != nil && sameNumbers(last.chunks, chunks) {
			return last.orNil()
		}
		if v := h.newView(chunks); h.newest.CompareAndSwap(last, v) {
			return v.orNil()
		}
	}
}

func (h *holdings) newView(chunks []uint64) *view {
	v := &view{holdings: h, chunks: chunks, places: make([]int32, len(chunks)), values: models.All, plain: true}
	for slot, number := range chunks {
		v.places[slot] = -1
		if number == 0 {
			v.plain = false
			continue
		}
		e := h.find(number)
		if e == nil {
			v.plain = false
			continue
		}
		v.places[slot] = int32(len(v.slots))
		v.slots = append(v.slots, int32(slot))
		v.at = append(v.at, e)
		v.seats = binary.LittleEndian.AppendUint32(v.seats, uint32(e.seat))
		v.values &= e.has
	}
	return v
}

func (v *view) orNil() *view {
	if len(v.slots) == 0 {
		return nil
	}
	return v
}

// sameNumbers looks first whether both are one slice, which they are in most searches.
func sameNumbers(a, b []uint64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// there turns the numbers of rows into those on the card, in place; back is the other way round.
func (v *view) there(rows []int32) {
	if v.plain {
		return
	}
	for i, row := range rows {
		rows[i] = v.places[row/cuda.SeatRows]*cuda.SeatRows + row%cuda.SeatRows
	}
}

func (v *view) back(rows []int32) {
	if v.plain {
		return
	}
	for i, row := range rows {
		rows[i] = v.slots[row/cuda.SeatRows]*cuda.SeatRows + row%cuda.SeatRows
	}
}

// id is that of a row, as the card numbers it.
func (v *view) id(row int32) store.ID { return v.at[row/cuda.SeatRows].ids[row%cuda.SeatRows] }

// shelf is where holdings are published. A lease is taken on what is newest; the keeper asks whether older ones are still leased.
type shelf struct {
	newest atomic.Pointer[holdings]
	freed  func() // called when holdings that are not the newest lose their last lease
}

// lease takes a lease on the newest holdings; nil: nothing was published. Who raises the count just after the keeper has put others there sees that and lets go
// without having used them; who raised it before is seen by the keeper.
func (s *shelf) lease() *holdings {
	for {
		h := s.newest.Load()
		if h == nil {
			return nil
		}
		h.leases.Add(1)
		if s.newest.Load() == h {
			return h
		}
		s.end(h)
	}
}

func (s *shelf) end(h *holdings) {
	if h.leases.Add(-1) == 0 && s.newest.Load() != h {
		s.freed()
	}
}
