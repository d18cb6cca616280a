package card

import (
	"errors"
	"fmt"
	"weak"

	"asterism/kernels/cuda"
)

// rooms is how many searches may be at work on the card at a time: as many as one scan takes. Others wait for one of them to end.
const rooms = cuda.MostScanQuestions

// roomKeys are the rooms that nobody has: those that were used, which come first, so that no more are made than there are searches at a time, and the others.
type roomKeys struct{ warm, cold chan *room }

func newRoomKeys() roomKeys {
	k := roomKeys{make(chan *room, rooms), make(chan *room, rooms)}
	for range rooms {
		k.cold <- &room{}
	}
	return k
}

// room is the memory of one search: on the card, and pinned on the host for what is copied to and from there. It is made when a search needs it and kept for the
// next; when it is too small it is made anew, at least twice as large.
//
// What follows from the number of rows lies in one piece (wide), and keeps what it holds while a search goes on; what an errand brings along and fetches lies in another (near) and lasts for
// the errand only, so that it can be made larger in between.
type room struct {
	chunks int // that the wide piece has room for
	wide   cuda.Pointer
	marks  []byte // pinned: seats and allowed rows

	size   errandSize // that the near piece has room for
	near   cuda.Pointer
	staged []byte // pinned: what is brought
	result []byte // pinned: what came back

	// view is the one whose seats lie on the card. A weak pointer: a room that waits for a search would else keep all chunks that there were at the last one in the host's memory, also those that
	// the index has dropped since.
	view weak.Pointer[view]
}

// errandSize is what an errand takes, in bytes: what it brings, what it fetches, and what is on the card alone.
type errandSize struct{ brought, fetched, kept int }

func (s errandSize) within(o errandSize) bool {
	return s.brought <= o.brought && s.fetched <= o.fetched && s.kept <= o.kept
}

func (s errandSize) bytes() int { return s.brought + s.fetched + s.kept }

// firstErrand is the room that an errand finds at least: enough for a search of a question that is not unusual.
var firstErrand = errandSize{brought: 128 << 10, fetched: 256 << 10, kept: 512 << 10}

// marksBytes is what a room takes by chunk for what is brought: a seat and the rows that are allowed. wideBytes is that, an estimate and two scores a row, and
// two records of sums.
const (
	marksBytes = 4 + cuda.SeatRows/8
	wideBytes  = marksBytes + 3*4*cuda.SeatRows + 2*cuda.TermsSumsBytes
)

// roomBytes is what all rooms may take when so many chunks are on the card.
func roomBytes(chunks int) uint64 {
	return rooms * uint64(2*chunks*wideBytes+2*firstErrand.bytes()+4096)
}

// The wide piece: allowed u32 [chunks][32]; seats int32 [chunks], up to a multiple of 256 bytes; estimates and scores in E6 and E13, float32 [chunks·1024] each; sums.
func (r *room) seats() cuda.Pointer { return r.wide + cuda.Pointer(r.chunks*cuda.SeatRows/8) }

func (r *room) rows(i int) cuda.Pointer {
	return r.wide + cuda.Pointer(aligned(r.chunks*marksBytes)+i*4*cuda.SeatRows*r.chunks)
}

func (r *room) estimates() cuda.Pointer   { return r.rows(0) }
func (r *room) scores(i int) cuda.Pointer { return r.rows(1 + i) }
func (r *room) termSums() cuda.Pointer    { return r.rows(3) }
func (r *room) look(table cuda.Pointer, v *view) cuda.Look {
	return cuda.Look{Table: table, Seats: r.seats(), Allowed: r.wide, Chunks: len(v.slots)}
}

// aligned rounds up to what the machine's memory is aligned to.
func aligned(n int) int { return (n + 255) / 256 * 256 }

// fits reports whether a search of so many chunks has room, and an errand of that size.
func (r *room) fits(chunks int, s errandSize) bool { return chunks <= r.chunks && s.within(r.size) }

// fit makes room. Nothing of the search may be at work; what the near piece holds is lost, and what the wide piece holds if it was too small.
func (r *room) fit(m cuda.Machine, chunks int, s errandSize) error {
	if chunks > r.chunks {
		if err := r.fitWide(m, max(chunks, 2*r.chunks, 16)); err != nil {
			return fmt.Errorf("make room for a search of %d chunks: %w", chunks, err)
		}
	}
	if s.within(r.size) {
		return nil
	}
	grow := func(need, have, first int) int {
		if need <= have {
			return have
		}
		return aligned(max(need, 2*have, first))
	}
	s.brought = grow(s.brought, r.size.brought, firstErrand.brought)
	s.fetched = grow(s.fetched, r.size.fetched, firstErrand.fetched)
	s.kept = grow(s.kept, r.size.kept, firstErrand.kept)
	if err := r.fitNear(m, s); err != nil {
		return fmt.Errorf("make room for %d bytes of a search: %w", s.bytes(), err)
	}
	return nil
}

func (r *room) fitWide(m cuda.Machine, chunks int) error {
	if err := r.leaveWide(m); err != nil {
		return err
	}
	at, err := m.Alloc(aligned(chunks*marksBytes) + chunks*(wideBytes-marksBytes))
	if err != nil {
		return err
	}
	if r.marks, err = m.Pin(chunks * marksBytes); err != nil {
		return errors.Join(err, m.Free(at))
	}
	r.wide, r.chunks = at, chunks
	return nil
}

func (r *room) fitNear(m cuda.Machine, s errandSize) error {
	if err := r.leaveNear(m); err != nil {
		return err
	}
	at, err := m.Alloc(s.bytes())
	if err != nil {
		return err
	}
	if r.staged, err = m.Pin(s.brought); err == nil {
		r.result, err = m.Pin(s.fetched)
	}
	r.near = at
	if err != nil {
		return errors.Join(err, r.leaveNear(m))
	}
	r.size = s
	return nil
}

func (r *room) leaveWide(m cuda.Machine) error {
	err := errors.Join(unpin(m, r.marks), free(m, r.wide))
	r.chunks, r.wide, r.marks, r.view = 0, 0, nil, weak.Pointer[view]{}
	return err
}

func (r *room) leaveNear(m cuda.Machine) error {
	err := errors.Join(unpin(m, r.staged), unpin(m, r.result), free(m, r.near))
	r.size, r.near, r.staged, r.result = errandSize{}, 0, nil, nil
	return err
}

// bytes is what the room takes on the card.
func (r *room) bytes() uint64 { return uint64(r.chunks*wideBytes + r.size.bytes()) }

func unpin(m cuda.Machine, data []byte) error {
	if data == nil {
		return nil
	}
	return m.Unpin(data)
}

func free(m cuda.Machine, at cuda.Pointer) error {
	if at == 0 {
		return nil
	}
	return m.Free(at)
}
