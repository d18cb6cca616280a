package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/kernels/cuda"
)

// room is a lane's memory on the card, and pinned memory on the host for what is copied to and from there. It is made when the lane starts, for the largest
// layout that is planned, and grows only for a single row that is longer: from one batch to the next nothing is allocated.
type room struct {
	card   cuda.Machine
	net    network
	most   size // of the layouts that fit
	need   need // of a layout of that size
	place  place
	at     cuda.Pointer
	staged []byte // pinned: a batch's numbers, then its pixels
	result []byte // pinned: what came back
}

// place is where things lie in a room, as bytes from its beginning. What a batch brings along lies at the beginning, without gaps for its own size.
type place struct {
	staged            int // bytes of what a batch brings along
	rooms             [rooms]int
	quantised, result int
	packed            int
	bytes             int // of all
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }

func placeOf(n need, most size) (p place) {
	for _, bytes := range wholeBytes(most) {
		p.staged += aligned(bytes)
	}
	p.staged += aligned(n.pixels)
	p.bytes = p.staged
	take := func(bytes int) (at int) {
		at, p.bytes = p.bytes, p.bytes+aligned(bytes)
		return at
	}
	for i, bytes := range n.rooms {
		p.rooms[i] = take(bytes)
	}
	p.quantised, p.result, p.packed = take(n.quantised), take(n.result), take(n.packed)
	return p
}

// within reports whether no number of a is above that of b.
func (a size) within(b size) bool {
	return a.tokens <= b.tokens && a.texts <= b.texts && a.tiles <= b.tiles
}

// with is the least size that both are within.
func (a size) with(b size) size {
	return size{max(a.tokens, b.tokens), max(a.texts, b.texts), max(a.tiles, b.tiles)}
}

// within reports whether nothing takes more than in o.
func (n need) within(o need) bool { return n.with(o) == o }

// fit sees to it that layouts of a size have room; grown says that everything lies elsewhere now. Without memory for them the room is what it was, or empty
// where there is none for that either.
func (r *room) fit(s size) (grown bool, err error) {
	if r.staged != nil && s.within(r.most) {
		return false, nil
	}
	old, had := r.most, r.staged != nil
	if err := r.close(); err != nil {
		return true, err
	}
	if err = r.make(old.with(s)); err != nil && had {
		_ = r.make(old) // the first fault is told; an empty room is made anew by the next batch
	}
	return true, err
}

func (r *room) make(most size) (err error) {
	n := r.net.needs(most)
	p := placeOf(n, most)
	if r.at, err = r.card.Alloc(p.bytes); err != nil {
		return fmt.Errorf("make room for %d tokens of %d texts: %w", most.tokens, most.texts, err)
	}
	r.staged, err = r.card.Pin(p.staged)
	if err == nil {
		r.result, err = r.card.Pin(max(n.result, n.packed, 1))
	}
	if err != nil {
		_ = r.close() // the first fault says more
		return err
	}
	r.most, r.need, r.place = most, n, p
	return nil
}

// close gives everything back.
func (r *room) close() (err error) {
	for _, data := range [][]byte{r.staged, r.result} {
		if data == nil {
			continue
		}
		if e := r.card.Unpin(data); err == nil {
			err = e
		}
	}
	if r.at != 0 {
		if e := r.card.Free(r.at); err == nil {
			err = e
		}
	}
	*r = room{card: r.card, net: r.net}
	return err
}

// stage makes a layout ready to be copied to the card: its bytes, and a walker that finds them there. What would not fit, though its size does, is a fault of the
// network's and refused before a kernel could write beyond its room.
func (r *room) stage(l *layout) (k *walker, data []byte, err error) {
	if n := r.net.needs(l.size()); !n.within(r.need) || 4*len(l.pixels) > n.pixels {
		return nil, nil, fmt.Errorf("internal fault: a layout of %+v with %d pixels needs %+v, one of %+v only %+v", l.size(), len(l.pixels), n, r.most, r.need)
	}
	k = &walker{card: r.card, layout: l, rows: l.size().tokens}
	at := 0
	for i, v := range l.whole {
		k.whole[i] = r.at + cuda.Pointer(at)
		for j, x := range v {
			binary.LittleEndian.PutUint32(r.staged[at+4*j:], uint32(x))
		}
		at += aligned(4 * len(v))
	}
	k.pixels = r.at + cuda.Pointer(at)
	for j, x := range l.pixels {
		binary.LittleEndian.PutUint32(r.staged[at+4*j:], math.Float32bits(x))
	}
	at += 4 * len(l.pixels)
	for i := range k.rooms {
		k.rooms[i] = r.at + cuda.Pointer(r.place.rooms[i])
	}
	k.quantised, k.result, k.packed = r.at+cuda.Pointer(r.place.quantised), r.at+cuda.Pointer(r.place.result), r.at+cuda.Pointer(r.place.packed)
	return k, r.staged[:at], nil
}

// bring starts copying what was staged.
func (r *room) bring(data []byte) error { return r.card.Upload(r.at, data) }

// fetch waits for a walk and returns its values, as the layout wants them, by one copy. The bytes are good until the next batch.
func (r *room) fetch(k *walker) ([]byte, error) {
	n := r.net.needs(k.layout.size())
	if k.layout.packed {
		data := r.result[:n.packed]
		return data, r.card.Download(data, k.packed)
	}
	data := r.result[:n.result]
	return data, r.card.Download(data, k.result)
}
