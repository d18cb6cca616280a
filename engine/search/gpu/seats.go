package gpu

import (
	"errors"

	"asterism/kernels/cuda"
	"asterism/models"
)

// seats is the seat table on the GPU: one record per chunk, with the addresses of its parts. A seat that a snapshot
// refers to is not written.
type seats struct {
	at    cuda.Pointer
	bytes []byte // pinned: the table's content
	free  []int32
	used  int32 // seats that were ever used
}

// firstSeats is the initial size of the table.
var firstSeats = 256

// allocSeat returns a seat that no snapshot refers to.
func (k *manager) allocSeat() (int32, error) {
	s := &k.seats
	if n := len(s.free); n > 0 {
		seat := s.free[n-1]
		s.free = s.free[:n-1]
		return seat, nil
	}
	if int(s.used)*cuda.SeatBytes == len(s.bytes) {
		if err := k.growSeats(); err != nil {
			return 0, err
		}
	}
	s.used++
	return s.used - 1, nil
}

// growSeats doubles the table. The old one is freed when no search uses a snapshot with it.
func (k *manager) growSeats() error {
	s := &k.seats
	size := max(firstSeats*cuda.SeatBytes, 2*len(s.bytes))
	at, err := k.stream.Alloc(size)
	if err != nil {
		return err
	}
	data, err := k.stream.Pin(size)
	if err != nil {
		return errors.Join(err, k.stream.Free(at))
	}
	copy(data, s.bytes)
	if err := k.stream.Upload(at, data[:len(s.bytes)]); err != nil {
		return err
	}
	if s.at != 0 {
		k.retiring.tables = append(k.retiring.tables, s.at)
		if err := k.stream.Wait(); err != nil { // afterwards no copy reads the old bytes
			return err
		}
		if err := k.stream.Unpin(s.bytes); err != nil {
			return err
		}
	}
	s.at, s.bytes = at, data
	return nil
}

// writeSeat gives a chunk a new seat with its current parts.
func (k *manager) writeSeat(c *chunk, blocks *[partCount]block) error {
	seat, err := k.allocSeat()
	if err != nil {
		return err
	}
	c.blocks, c.optional = *blocks, optionalSpaces(blocks)
	record := cuda.Seat{Head: blocks[headPart].at, Bits: blocks[bitsPart].at, Tokens: blocks[tokensPart].at}
	for i := range record.Terms {
		record.Terms[i] = blocks[termsPart+part(i)].at
	}
	for i := range record.Values {
		record.Values[i] = blocks[valuesPart+part(i)].at
	}
	at := int(seat) * cuda.SeatBytes
	record.AppendTo(k.seats.bytes[at:at])
	if err := k.stream.Upload(k.seats.at+cuda.Pointer(at), k.seats.bytes[at:at+cuda.SeatBytes]); err != nil {
		return err
	}
	if c.entry != nil {
		k.retiring.seats = append(k.retiring.seats, c.entry.seat)
	} else {
		k.totals.countUnavailable(c.unavailable, 1)
	}
	c.entry = &entry{number: c.number, seat: seat, ids: c.ids, searchable: c.searchable()}
	k.changed++
	return nil
}

// dropSpaces removes the values of some spaces from a chunk. After an error it still has them.
func (k *manager) dropSpaces(c *chunk, spaces models.Set) error {
	had, blocks := c.blocks, blocksOf(c)
	for _, s := range spaces.Spaces() {
		for _, p := range partsOf[s] {
			blocks[p] = block{}
		}
	}
	if err := k.writeSeat(c, blocks); err != nil {
		return err
	}
	for p, b := range had {
		if b != blocks[p] {
			k.retiring.blocks = append(k.retiring.blocks, b)
		}
	}
	return nil
}

// remove removes a chunk from the GPU, if it is there.
func (k *manager) remove(c *chunk) {
	if c.entry == nil {
		return
	}
	k.totals.countUnavailable(c.unavailable, -1)
	k.retiring.seats = append(k.retiring.seats, c.entry.seat)
	for p, b := range c.blocks {
		if b.slab != nil {
			k.retiring.blocks = append(k.retiring.blocks, b)
		}
		c.blocks[p] = block{}
	}
	c.entry, c.optional = nil, 0
	k.changed++
}

// publish makes the current content of the GPU the snapshot for new searches.
func (k *manager) publish() error {
	if k.changed == 0 {
		k.updateState()
		return nil
	}
	if err := k.stream.Wait(); err != nil {
		return err
	}
	h := &snapshot{table: k.seats.at}
	for _, c := range k.chunks {
		if c.entry != nil {
			h.entries = append(h.entries, *c.entry)
		}
	}
	k.retiring.snapshot = k.published.current.Swap(h)
	k.retired = append(k.retired, k.retiring)
	k.retiring, k.changed = retired{}, 0
	k.updateState()
	return nil
}

// reclaim frees the memory of old snapshots that no search refers to.
func (k *manager) reclaim() (some bool, err error) {
	for len(k.retired) > 0 {
		r := &k.retired[0]
		if r.snapshot != nil && r.snapshot.refs.Load() > 0 {
			return some, nil
		}
		for _, b := range r.blocks {
			if err := k.arena.free(b); err != nil {
				return true, err
			}
		}
		for _, at := range r.tables {
			if err := k.stream.Free(at); err != nil {
				return true, err
			}
		}
		k.seats.free = append(k.seats.free, r.seats...)
		*r = retired{} // the snapshot refers to chunks that the index has dropped
		k.retired, some = k.retired[1:], true
	}
	return some, nil
}
