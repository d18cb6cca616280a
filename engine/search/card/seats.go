package card

import (
	"errors"

	"asterism/kernels/cuda"
	"asterism/models"
)

// seats is the table of seats on the card. A seat that somebody may look at is not written.
type seats struct {
	at    cuda.Pointer
	bytes []byte // pinned: what is in the table
	free  []int32
	used  int32 // seats that were ever given
}

// firstSeats is how many seats a table has at first.
var firstSeats = 256

// takeSeat finds a seat that nobody looks at.
func (k *keeper) takeSeat() (int32, error) {
	s := &k.seats
	if n := len(s.free); n > 0 {
		seat := s.free[n-1]
		s.free = s.free[:n-1]
		return seat, nil
	}
	if int(s.used)*cuda.SeatBytes == len(s.bytes) {
		if err := k.moreSeats(); err != nil {
			return 0, err
		}
	}
	s.used++
	return s.used - 1, nil
}

// moreSeats makes a table of twice the size. The old one is looked at until what was published with it is not.
func (k *keeper) moreSeats() error {
	s := &k.seats
	size := max(firstSeats*cuda.SeatBytes, 2*len(s.bytes))
	at, err := k.card.Alloc(size)
	if err != nil {
		return err
	}
	data, err := k.card.Pin(size)
	if err != nil {
		return errors.Join(err, k.card.Free(at))
	}
	copy(data, s.bytes)
	if err := k.card.Upload(at, data[:len(s.bytes)]); err != nil {
		return err
	}
	if s.at != 0 {
		k.leaving.tables = append(k.leaving.tables, s.at)
		if err := k.card.Wait(); err != nil { // then nothing is copied from the old bytes any more
			return err
		}
		if err := k.card.Unpin(s.bytes); err != nil {
			return err
		}
	}
	s.at, s.bytes = at, data
	return nil
}

// reseat gives a chunk a seat that says what it has on the card now.
func (k *keeper) reseat(c *kept, blocks *[partCount]block) error {
	seat, err := k.takeSeat()
	if err != nil {
		return err
	}
	c.blocks, c.holds = *blocks, holding(blocks)
	record := cuda.Seat{Head: blocks[headPart].at, Bits: blocks[bitsPart].at, Tokens: blocks[tokensPart].at}
	for i := range record.Terms {
		record.Terms[i] = blocks[termsPart+part(i)].at
	}
	for i := range record.Values {
		record.Values[i] = blocks[valuesPart+part(i)].at
	}
	at := int(seat) * cuda.SeatBytes
	record.AppendTo(k.seats.bytes[at:at])
	if err := k.card.Upload(k.seats.at+cuda.Pointer(at), k.seats.bytes[at:at+cuda.SeatBytes]); err != nil {
		return err
	}
	if c.entry != nil {
		k.leaving.seats = append(k.leaving.seats, c.entry.seat)
	} else {
		k.sums.unable(c.cannot, 1)
	}
	c.entry = &entry{number: c.number, seat: seat, ids: c.ids, has: c.has()}
	k.changed++
	return nil
}

// part takes the values of some spaces of a chunk away. After an error it has them still.
func (k *keeper) part(c *kept, spaces models.Set) error {
	had, blocks := c.blocks, blocksOf(c)
	for _, s := range spaces.Spaces() {
		for _, p := range partsOf[s] {
			blocks[p] = block{}
		}
	}
	if err := k.reseat(c, blocks); err != nil {
		return err
	}
	for p, b := range had {
		if b != blocks[p] {
			k.leaving.blocks = append(k.leaving.blocks, b)
		}
	}
	return nil
}

// remove takes a chunk off the card, if it is there.
func (k *keeper) remove(c *kept) {
	if c.entry == nil {
		return
	}
	k.sums.unable(c.cannot, -1)
	k.leaving.seats = append(k.leaving.seats, c.entry.seat)
	for p, b := range c.blocks {
		if b.slab != nil {
			k.leaving.blocks = append(k.leaving.blocks, b)
		}
		c.blocks[p] = block{}
	}
	c.entry, c.holds = nil, 0
	k.changed++
}

// publish lets searches see what is on the card now.
func (k *keeper) publish() error {
	if k.changed == 0 {
		k.tell()
		return nil
	}
	if err := k.card.Wait(); err != nil {
		return err
	}
	h := &holdings{table: k.seats.at}
	for _, c := range k.kept {
		if c.entry != nil {
			h.entries = append(h.entries, *c.entry)
		}
	}
	k.leaving.holdings = k.shelf.newest.Swap(h)
	k.retired = append(k.retired, k.leaving)
	k.leaving, k.changed = retired{}, 0
	k.tell()
	return nil
}

// reclaim takes back what nobody can look at any more.
func (k *keeper) reclaim() (some bool, err error) {
	for len(k.retired) > 0 {
		r := &k.retired[0]
		if r.holdings != nil && r.holdings.leases.Load() > 0 {
			return some, nil
		}
		for _, b := range r.blocks {
			if err := k.arena.give(b); err != nil {
				return true, err
			}
		}
		for _, at := range r.tables {
			if err := k.card.Free(at); err != nil {
				return true, err
			}
		}
		k.seats.free = append(k.seats.free, r.seats...)
		*r = retired{} // the holdings name chunks that the index has dropped
		k.retired, some = k.retired[1:], true
	}
	return some, nil
}
