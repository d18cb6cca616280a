package drift

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Keep is how long every entry is kept; of older days only the last one is.
const Keep = 90 * 24 * time.Hour

// thinStep is how many entries are read between two writes.
const thinStep = 1000

// Thin removes, of every UTC day that ended [Keep] before now or earlier, all entries except the last, the oldest first,
// and returns how many were removed. It writes batch after batch, each of them atomically; after a crash the next call
// continues.
func (h *History) Thin(ctx context.Context, now time.Time) (removed int, err error) {
	cut := position{time: at(now.Add(-Keep)).day() * int64(24*time.Hour)}
	for reference, ok := (uuid.UUID{}), true; ok; {
		if reference, ok, err = h.nextReference(ctx, reference); err != nil || !ok {
			return removed, err
		}
		for more := true; more; {
			var n int
			n, more, err = h.thin(ctx, reference, cut)
			if removed += n; err != nil {
				return removed, fmt.Errorf("thin drift history of %s: %w", reference, err)
			}
		}
	}
	return removed, nil
}

// nextReference returns the first reference after the given one that has a history.
func (h *History) nextReference(ctx context.Context, after uuid.UUID) (next uuid.UUID, ok bool, err error) {
	from := append(last.key(after), 0)
	if after == uuid.Nil {
		from = nil
	}
	err = h.shelves.Walk(ctx, store.ShelfHistory, from, nil, false, func(key, _ []byte) (bool, error) {
		ok = copy(next[:], key) == len(next)
		return false, nil
	})
	return next, ok, err
}

// thin processes one batch: it reads the next entries before cut, and moves the mark after those that it has decided.
func (h *History) thin(ctx context.Context, reference uuid.UUID, cut position) (removed int, more bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, err := h.mark(ctx, reference)
	if err != nil || !m.until.before(cut) {
		return 0, false, err
	}
	t := thinning{mark: m, reference: reference}
	err = h.walk(ctx, reference, m.until, false, func(p position, value []byte) (bool, error) {
		if !p.before(cut) {
			return false, nil
		}
		more = t.seen == thinStep
		if err := t.see(p, value); err != nil {
			return false, err
		}
		return !more, nil
	})
	if err != nil {
		return 0, false, err
	}
	if !more { // the last one has no later one on its day
		if err := t.retain(); err != nil {
			return 0, false, err
		}
		t.until = cut
	}
	if t.seen == 0 {
		return 0, false, nil // nothing to thin: the mark need not move
	}
	entry := store.Entry{Shelf: store.ShelfHistory, Key: bytes.Clone(reference[:]), Value: t.mark.encode()}
	return int(t.gone - m.gone), more, h.shelves.Put(ctx, append(t.batch, entry)...)
}

// thinning decides which entries stay, oldest first: each when the next one is known.
type thinning struct {
	mark
	reference uuid.UUID
	batch     []store.Entry
	seen      int
	waiting   bool
	value     []byte // of the entry that waits, at until
}

func (t *thinning) see(p position, value []byte) error {
	if t.waiting && p.day() == t.until.day() {
		t.batch = append(t.batch, store.Entry{Shelf: store.ShelfHistory, Key: t.until.key(t.reference)})
		t.gone++
	} else if err := t.retain(); err != nil {
		return err
	}
	t.until, t.value, t.waiting = p, bytes.Clone(value), true
	t.seen++
	return nil
}

// retain keeps the waiting entry and records in it how many were removed before it.
func (t *thinning) retain() error {
	if !t.waiting {
		return nil
	}
	r, err := decode(t.value, t.reference)
	if err != nil {
		return err
	}
	r.gone = t.gone
	value, err := r.encode()
	t.batch = append(t.batch, store.Entry{Shelf: store.ShelfHistory, Key: t.until.key(t.reference), Value: value})
	t.waiting = false
	return err
}
