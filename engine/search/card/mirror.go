package card

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine/caught"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ search.Mirror = (*Mirror)(nil)

// Options says what to copy where.
type Options struct {
	// Open opens the card, or a stream of one that somebody else has opened. It is called once, from a goroutine that is locked to its thread and that makes all calls
	// but those of the machine's streams; the mirror closes what it returns. Required.
	Open func() (cuda.Machine, error)
	// Memory is most of the card's bytes that the index takes, with the rooms of searches; 0: what is free when the card is opened, less a reserve.
	Memory uint64
	// Tokens reads the tokens of E12, which the index does not hold; nil: they stay where they are.
	Tokens search.TokenSource
	// Least is from how many memories on the card is used; 0: [DefaultLeast].
	Least int
	Log   *slog.Logger // nil: [slog.Default]
	// Mark names a file that is written when the card is lost while it is tried. While it is there the card is not opened: a kernel that faults there would take it away at every start, from the
	// models too. It is of this card, its driver and these kernels, and asked for once, when the card is to be opened. Nil, or an empty name: nothing is written down.
	Mark func() string

	// Trusted leaves the comparison of the card with the processor out: for who has just made it, and for tests.
	Trusted bool

	without models.Set // tests: spaces whose values are not brought
	most    int        // tests: most chunks; 0: as many as there is room for
}

// DefaultLeast is from how many memories on the index is copied to a card. The processor compares some thousands of memories in about the time that the way to a card and back takes, and a card
// that is opened for them loses half a gigabyte to its driver.
const DefaultLeast = 20000

// Mirror keeps copies of an index's full chunks on a card. It implements [search.Mirror]. A card that is lost, or that computes something else than the processor, ends it: it gives
// no looks from then on, and searches go on without it.
type Mirror struct {
	options Options
	fate    *fate
	inbox   *inbox
	shelf   shelf
	desk    *desk
	rooms   roomKeys
	tables  tables // written before anything is published
	counted counts
	roomed  atomic.Int64 // bytes that rooms take
	state   atomic.Pointer[State]
	done    chan struct{} // closed when the keeper has ended
}

// tables are the constants of the kernels.
type tables struct{ scan, compare cuda.Pointer }

// counts say what a mirror has done.
type counts struct{ looks, failed, waits, scans, questions atomic.Int64 }

// Stats say what a mirror has done since it was opened.
type Stats struct {
	Looks     int64 // that were given to searches
	Failed    int64 // errands of searches that did not come back with an answer, so that the search was made without the card
	Waits     int64 // times that somebody waited for an answer
	Scans     int64 // of all rows
	Questions int64 // that they were for: more where searches went together
}

// Open starts a mirror. The card itself is opened when there are enough memories; what it is then about is told by [Mirror.State] and the log.
func Open(o Options) (*Mirror, error) {
	if o.Open == nil {
		return nil, errors.New("open the index on a card: nothing is given that opens one")
	}
	o.Least, o.Log = cmp.Or(max(o.Least, 0), DefaultLeast), cmp.Or(o.Log, slog.Default())
	m := &Mirror{options: o, fate: newFate(), inbox: newInbox(), rooms: newRoomKeys(), done: make(chan struct{})}
	m.desk = &desk{errands: make(chan *errand), scans: make(chan *errand), fate: m.fate, counted: &m.counted}
	m.shelf.freed = m.inbox.ring
	m.state.Store(&State{Why: fmt.Sprintf("it is used from %d memories on", o.Least)})
	go func() {
		if fault := caught.Do(func() { newKeeper(m).run() }); fault != nil {
			m.end(fault)
		}
	}()
	return m, nil
}

// Keep implements [search.Mirror].
func (m *Mirror) Keep(c *search.FullChunk) {
	if m.fate.cause() == nil {
		m.inbox.offer(c)
	}
}

// Drop implements [search.Mirror].
func (m *Mirror) Drop(number uint64) {
	if m.fate.cause() == nil {
		m.inbox.drop(number)
	}
}

// Look implements [search.Mirror].
func (m *Mirror) Look(chunks []uint64) search.Look {
	if m.fate.cause() != nil {
		return nil
	}
	h := m.shelf.lease()
	if h == nil {
		return nil
	}
	v := h.viewOf(chunks)
	if v == nil {
		m.shelf.end(h)
		return nil
	}
	m.counted.looks.Add(1)
	return &look{mirror: m, view: v}
}

// Settled returns when every chunk that was offered so far is on the card, or was left to the processor for want of room, or because there are too few. The error is ctx's, or why the
// mirror has ended.
func (m *Mirror) Settled(ctx context.Context) error {
	settled := m.inbox.wait()
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-m.fate.gone:
		return m.fate.cause()
	}
}

// Stats tells what was done so far.
func (m *Mirror) Stats() Stats {
	c := &m.counted
	return Stats{c.looks.Load(), c.failed.Load(), c.waits.Load(), c.scans.Load(), c.questions.Load()}
}

// Err is why the mirror is of no more use; nil while it is. It wraps backend.ErrLost when the card is lost.
func (m *Mirror) Err() error { return m.fate.cause() }

// end ends the mirror, out loud the first time.
func (m *Mirror) end(cause error) {
	m.fate.end(cause, func() {
		if cause != errClosed {
			m.options.Log.Warn("searches go on without the card", "cause", cause)
		}
	})
}

// faulty is for an answer of the card that makes no sense.
func (m *Mirror) faulty(err error) error {
	m.heed(err)
	return fmt.Errorf("search on the card: %w", err)
}

// closeGrace is how long Close waits for what is at work on the card.
var closeGrace = 10 * time.Second

// Close ends the mirror and gives the card back. Searches that are at work go on without it. A card that does not come back is left to the end of the process.
func (m *Mirror) Close() error {
	m.end(errClosed)
	select {
	case <-m.done:
		return nil
	case <-time.After(2 * closeGrace):
		return fmt.Errorf("close the index on the card: it is still at work after %v and is not waited for", 2*closeGrace)
	}
}
