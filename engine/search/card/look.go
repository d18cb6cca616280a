package card

import (
	"context"
	"errors"
	"fmt"
	"time"
	"weak"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ search.Look = (*look)(nil)

// look is one search's view of what is on the card. It implements [search.Look].
type look struct {
	mirror  *Mirror
	view    *view
	room    *room // from the first errand on
	allowed [][cuda.SeatRows / 64]uint64
	marked  bool // the allowed rows are on the card

	asked    *search.Asked // what is to be scored in the sparse spaces; nil: nothing
	about    [models.Count]float64
	sums     *[models.Count]search.Sums // nil: not scored yet
	best     table                      // of the rows that Best chose
	finished bool
}

// Has implements [search.Look].
func (k *look) Has(slot int) bool {
	return slot >= 0 && slot < len(k.view.places) && k.view.places[slot] >= 0
}

// Values implements [search.Look].
func (k *look) Values() models.Set { return k.view.values }

// Allow implements [search.Look]. The rows are brought with the first question.
func (k *look) Allow(allowed [][cuda.SeatRows / 64]uint64) error {
	if len(allowed) != len(k.view.places) {
		return fmt.Errorf("look at the card: allowed rows of %d slots, want %d", len(allowed), len(k.view.places))
	}
	k.allowed, k.marked = allowed, false
	return nil
}

// Close implements [search.Look].
func (k *look) Close() {
	if k.finished {
		return
	}
	k.finished = true
	if k.room != nil {
		k.mirror.rooms.warm <- k.room // there is a place for each
	}
	k.mirror.shelf.end(k.view.holdings)
}

// run puts an errand together, in a room that is large enough for it, and waits until a lane has run it. build may be called twice.
func (k *look) run(ctx context.Context, build func(e *errand)) (*errand, error) {
	e, err := k.tryRun(ctx, build)
	if err == nil {
		return e, nil
	}
	if k.room != nil && k.mirror.fate.cause() == nil { // else a lane may still be at work in it
		k.room.view = weak.Pointer[view]{}
	}
	if e == nil || e.err == nil { // else it was never sent: the question does not fit, and the card is as it was
		k.mirror.heed(err)
	}
	return e, fmt.Errorf("search on the card: %w", err)
}

func (k *look) tryRun(ctx context.Context, build func(e *errand)) (*errand, error) {
	if err := k.takeRoom(ctx); err != nil {
		return nil, err
	}
	for {
		e := newErrand(k.room, k.view)
		k.mark(e)
		scored := k.addScore(e)
		build(e)
		if e.err != nil {
			return e, e.err
		}
		if !e.used.within(k.room.size) {
			if err := k.fit(ctx, e.used); err != nil {
				return e, err
			}
			continue
		}
		if err := k.mirror.desk.do(ctx, e); err != nil {
			return e, err
		}
		k.marked, k.room.view = true, weak.Make(k.view)
		return e, k.readSums(e, scored)
	}
}

// takeRoom waits for a room, which is free when another search ends, and makes it large enough for the rows.
func (k *look) takeRoom(ctx context.Context) error {
	if k.room == nil {
		select {
		case k.room = <-k.mirror.rooms.warm:
		default:
		}
	}
	if k.room == nil {
		select {
		case k.room = <-k.mirror.rooms.warm:
		case k.room = <-k.mirror.rooms.cold:
		case <-ctx.Done():
			return ctx.Err()
		case <-k.mirror.fate.gone:
			return k.mirror.fate.cause()
		}
	}
	if err := k.mirror.fate.cause(); err != nil { // then a lane may still be at work in the room
		return err
	}
	if !k.room.fits(len(k.view.slots), firstErrand) {
		return k.fit(ctx, firstErrand)
	}
	return nil
}

// fit has a lane make the room larger.
func (k *look) fit(ctx context.Context, s errandSize) error {
	r := k.room
	e := &errand{room: r, scan: -1, answer: make(chan error, 1)}
	e.grow = func(m cuda.Machine) error {
		before := r.bytes()
		err := r.fit(m, len(k.view.slots), s)
		k.mirror.roomed.Add(int64(r.bytes()) - int64(before))
		return err
	}
	return k.mirror.desk.do(ctx, e)
}

// mark sees to it that the seats that are looked at, and the rows that count, are brought.
func (k *look) mark(e *errand) {
	r, there := k.room, k.room.view == weak.Make(k.view)
	if k.marked && there {
		return
	}
	const words = cuda.SeatRows / 8
	for place, slot := range k.view.slots {
		copy(r.marks[place*words:], rawBytes(k.allowed[slot][:]))
	}
	if e.marks = r.marks[:words*len(k.view.slots)]; !there {
		seats := r.chunks * words
		e.marks = r.marks[:seats+copy(r.marks[seats:], k.view.seats)]
	}
}

// errandPatience is how long an errand may be at work, which should take milliseconds: a card that hangs says nothing, and searches would wait for it for ever.
var errandPatience = time.Minute

// do hands an errand to a lane and waits for it. What ends ctx withdraws it while no lane has it; an errand that is at work is waited for. The error of one that does not come back ends the
// mirror, so that nobody else is given its room.
func (d *desk) do(ctx context.Context, e *errand) error {
	to := d.errands
	if e.scan >= 0 {
		to = d.scans
	}
	select {
	case to <- e:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.fate.gone:
		return d.fate.cause()
	}
	late := time.NewTimer(errandPatience)
	defer late.Stop()
	select {
	case err := <-e.answer:
		return err
	case <-d.fate.gone:
		return d.fate.cause()
	case <-late.C:
		return fmt.Errorf("the card has not answered for %v", errandPatience)
	}
}

// heed draws the consequences of a search's fault: a lost card, and what should not happen at all, end the mirror; for want of memory the index gives
// some back; a search that was given up means nothing.
func (m *Mirror) heed(err error) {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	case errors.Is(err, cuda.ErrMemory):
		m.counted.failed.Add(1)
		m.inbox.squeeze()
	default:
		m.counted.failed.Add(1)
		m.end(err)
	}
}
